// What is done with the built files: the service worker, which knows all of them, and a compressed sibling beside each, so that a server
// need not compress anything while it serves.
//
// Must never touch anything outside the folder of the built page.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const WORTH_IT = /\.(html|js|css|wasm|json|svg|webmanifest|net|jsonl)$/;

function filesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesOf(path) : [path];
  });
}

export function finish(): Plugin {
  let root = "";
  let written = false;
  return {
    name: "finish",
    apply: "build",
    configResolved(config) {
      root = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      written = true;
    },
    closeBundle() {
      if (!written) {
        return; // the build has failed: what lies there is of an earlier one
      }
      const files = filesOf(root).filter((file) => !/\.(br|gz)$/.test(file));
      const hash = createHash("sha256");
      for (const file of files) {
        hash.update(relative(root, file)).update(readFileSync(file));
      }
      const names = files.map((file) => "/" + relative(root, file)).filter((name) => name !== "/index.html" && !name.startsWith("/api/")); // a server's to answer
      const worker = readFileSync(new URL("./offline.js", import.meta.url), "utf8")
        .replace("VERSION", hash.digest("hex").slice(0, 16))
        .replace("[]", JSON.stringify(["/", ...names]));
      writeFileSync(join(root, "sw.js"), worker);
      for (const file of [...files, join(root, "sw.js")].filter((name) => WORTH_IT.test(name))) {
        const bytes = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
      }
    },
  };
}
