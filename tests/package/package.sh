#!/bin/sh
# tests/package/package.sh: the npm package of the engine is made, installed from its file into an empty folder, and used from there: the
# example of the README, in a worker, and by a TypeScript program that the types must let through.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
"$root/tools/ship/build-package"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-audit --no-fund --offline "$root"/build/npm/billions-engine-*.tgz
cp "$root/examples/play.mjs" .
node play.mjs >said
grep -q 'the record is verified' said || { cat said; exit 1; }
node play.mjs | cmp - said # the same seed, the same game

cat >worker.mjs <<'END'
import { Worker, isMainThread, parentPort } from "node:worker_threads";
import { load, net, Refusal } from "billions-engine";
const engine = await load();
if (isMainThread) {
  const said = await new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url));
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  if (said !== engine.ask("games", {}).games.map((game) => game.title).join()) throw new Error(`a worker says ${said}`);
  try {
    engine.ask("new", { game: "chess" });
    throw new Error("chess is no game of ours");
  } catch (trouble) {
    if (!(trouble instanceof Refusal) || !trouble.message.includes("chess")) throw trouble;
  }
  engine.bringNet(await net("six-billion"));
  if (engine.ask("net", { game: "six-billion", bot: "hard" })) throw new Error("the net was not taken");
} else {
  parentPort.postMessage(engine.ask("games", {}).games.map((game) => game.title).join());
}
END
node worker.mjs

cat >typed.ts <<'END'
import { load, type Look } from "billions-engine";
const engine = await load();
const { match } = engine.ask("new", { game: "one-billion-users", seats: 2 });
const look: Look = engine.ask("look", { match, viewer: 0 });
const places: number[] = look.scores.map((score) => score.place);
// @ts-expect-error: there is no such question
engine.ask("nothing", { match });
export { places };
END
"$root/web/node_modules/.bin/tsc" --noEmit --strict --target ES2022 --module NodeNext --moduleResolution NodeNext --types node \
  --typeRoots "$root/web/node_modules/@types" typed.ts
echo "package: $(wc -c <"$(echo "$root"/build/npm/billions-engine-*.tgz)") bytes, installed and used"
