// Why a part of the page did not come: that the program was renewed is said only where the server has another one.
import { afterEach, expect, it, vi } from "vitest";
import { whyUnloaded } from "../../src/ui/frame/unloaded";

afterEach(() => vi.unstubAllGlobals());

/** A server whose page begins with that program; null: nobody answers. */
function serve(program: string | null): void {
  vi.stubGlobal("fetch", (path: string) =>
    program === null ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(new Response(path === "/" ? `<script type="module" src="${program}"></script>` : "ok")),
  );
}

it("is the line where nobody answers", async () => {
  serve(null);
  expect(await whyUnloaded("/assets/index-a.js")).toBe("line");
});

it("is a renewed program only where the server's page begins with another one", async () => {
  serve("/assets/index-b.js");
  expect(await whyUnloaded("/assets/index-a.js")).toBe("renewed");
  serve("/assets/index-a.js");
  expect(await whyUnloaded("/assets/index-a.js")).toBe("browser");
});
