// A real server for the tests of the page, on this machine alone: bots that move at once, windows that do not dawdle.
//
// Must never listen where others could reach it.
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { BUILT } from "./fixture";

export interface Server {
  address: string;
  process: ChildProcess;
}

/** Starts it on the database in `folder`; port 0: a free one. `more` are its other settings, or others in place of these; "": a switch. */
export function serve(program: string, folder: string, port = 0, more: Record<string, string> = {}): Promise<Server> {
  const settings = { "--port": String(port), "--database": join(folder, "billions.db"), "--web": BUILT, "--bot-pace": "10", "--window-floor": "50", ...more };
  const started = spawn(program, ["serve", ...Object.entries(settings).flat().filter((word) => word !== "")], { stdio: ["ignore", "pipe", "ignore"] });
  process.once("exit", () => started.kill("SIGKILL")); // a test that fails leaves nobody behind
  return new Promise((done, fail) => {
    let said = "";
    const ended = (): void => fail(new Error(`The server ended. It said: ${said}`));
    started.on("exit", ended).on("error", fail);
    started.stdout.on("data", (bytes: Buffer) => {
      said += bytes.toString();
      const found = /listening on (http:\S+)/.exec(said)?.[1];
      if (found) {
        started.off("exit", ended);
        done({ address: found.replace(/\/$/, ""), process: started });
      }
    });
  });
}

/** Plays a seat whose secret the page keeps to the end, by a second connection, as fast as the server goes; the page hears all of it. */
export function playOut(page: Page, table: string): Promise<void> {
  return page.evaluate(
    (id) =>
      new Promise<void>((done, fail) => {
        const token = (JSON.parse(localStorage.getItem("billions.seats") ?? "{}") as Record<string, string>)[id];
        const socket = new WebSocket(`ws://${location.host}/ws/${id}`);
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", protocol: 1, table: id, token, views: false }));
        socket.onerror = () => fail(new Error("The connection broke."));
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          const said = JSON.parse(data) as { state?: string; asked?: { decision: number; you?: { moves: string[]; held?: string | null } } | null };
          if (said.state === "over") {
            socket.close();
            done();
          } else if (said.asked?.you && !said.asked.you.held) {
            socket.send(JSON.stringify({ type: "move", decision: said.asked.decision, move: said.asked.you.moves[0] }));
          }
        };
      }),
    table,
  );
}
