// Leads every import() of the built page through src/ui/frame/part.ts. Vite writes a call round each of them, with the files that it needs, and
// a function of its own to call: that one remembers a style sheet before it is there, and never asks again for one that failed.
import type { Plugin } from "vite";

const HELPER = "\0vite/preload-helper.js";

export function parts(): Plugin {
  let replaced = false;
  return {
    name: "parts",
    enforce: "pre",
    apply: "build",
    config: () => ({
      // The part's own file too, and also where it needs no other.
      build: { modulePreload: { polyfill: false, resolveDependencies: (file, others, { hostId, hostType }) => (hostType === "html" || file === hostId ? others : [...new Set([file, ...others])]) } },
    }),
    load(id) {
      if (id !== HELPER) {
        return null;
      }
      replaced = true;
      return 'export { loadPart as __vitePreload } from "/src/ui/frame/part.ts";';
    },
    buildEnd(failed) {
      if (!failed && !replaced) {
        this.error(`Vite has no ${HELPER.slice(1)} any more: look for what it calls round an import() now.`);
      }
    },
  };
}
