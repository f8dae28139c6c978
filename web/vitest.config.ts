import { defineConfig } from "vitest/config";

export default defineConfig({
  server: { fs: { allow: [".."] } }, // the engine is in build/wasm
  test: {
    setupFiles: ["tests/setup.ts"],
    include: ["tests/**/*.test.ts"],
    testTimeout: 120_000, // a bound for a machine with much else to do, not a measure of speed
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
