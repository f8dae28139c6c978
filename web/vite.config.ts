import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { emoji } from "./tools/emoji";
import { finish } from "./tools/finish";
import { parts } from "./tools/parts";
import { pieceOf } from "./tools/pieces";
import { untranslated } from "./tools/untranslated";

export default defineConfig({
  // The page is served from the root: a link to a table is /t/ID, and what it loads must be found from there too.
  base: "/",
  plugins: [parts(), untranslated(), svelte(), emoji(), finish()],
  worker: { format: "es" },
  build: {
    outDir: "../build/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the policy of the server allows no font and no script out of an address like data:
    rollupOptions: { output: { manualChunks: pieceOf } },
    reportCompressedSize: false,
  },
  server: { fs: { allow: [".."] } },
});
