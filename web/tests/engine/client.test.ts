// The promises of the page's side: answers, refusals, a thinker that is stopped, workers that break.
import { describe, expect, it } from "vitest";
import { drawSeed, EngineClient, Stopped, type Port } from "../../src/engine/client";
import { Broken, Refusal } from "../../src/engine/engine";
import { read, TestPort } from "./engine";

interface Bench {
  client: EngineClient;
  ports: { name: string; port: TestPort }[];
  asked(name: string): string[];
}

function bench(): Bench {
  const ports: { name: string; port: TestPort }[] = [];
  const client = new EngineClient((name) => {
    const port = new TestPort();
    ports.push({ name, port });
    return port;
  });
  return { client, ports, asked: (name) => ports.filter((one) => one.name === name).flatMap((one) => one.port.asked) };
}

describe("a client of the engine", () => {
  it("plays a whole game; only bots that look ahead think in the other worker", async () => {
    const { client, asked } = bench();
    const players = [{ bot: "greedy" }, { bot: "search:iterations=8" }];
    const { match } = await client.newMatch({ game: "one-billion-users", seats: 2, players });
    let bot: string | null = (await client.ask("question", { match })).seat === 1 ? "greedy" : "search:iterations=8";
    while (bot !== null) {
      const changed = await client.botMove(match, bot);
      bot = changed?.bot ?? null;
      if (changed?.actor === 0) {
        break;
      }
    }
    expect((await client.ask("look", { match, viewer: "all" })).over).toBe(true);
    expect(new Set(asked("thinker"))).toEqual(new Set(["think"]));
    expect(asked("table")).toContain("step");
    expect(asked("table")).not.toContain("think");
  });

  it("rejects with the engine's sentence, and goes on", async () => {
    const { client } = bench();
    await expect(client.newMatch({ game: "chess", seats: 2 })).rejects.toThrow(new Refusal('There is no game "chess"; there are: one-billion-users, six-billion.'));
    expect((await client.catalogue()).games).toHaveLength(2);
  });

  it("draws another seed for every match that names none", async () => {
    expect(drawSeed()).toMatch(/^0x[0-9a-f]{64}$/);
    const { client } = bench();
    const made = [await client.newMatch({ game: "six-billion", seats: 2 }), await client.newMatch({ game: "six-billion", seats: 2 })];
    const records = await Promise.all(made.map(({ match }) => client.ask("record", { match })));
    expect(records[0]).not.toBe(records[1]);
  });

  it("stops its thinker at once, without a move, and without losing the table", async () => {
    const { client, ports } = bench();
    const { match } = await client.newMatch({ game: "six-billion", seats: 2, seed: "1", players: [{ bot: "hard" }, null] });
    const before = await client.ask("table", { match, viewer: 2 });
    await client.catalogue();
    const thinking = client.botMove(match, "hard");
    while (!ports.some((one) => one.name === "thinker")) {
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    client.stopThinking();
    expect(await thinking).toBeNull();
    expect(await client.ask("table", { match, viewer: 2 })).toEqual(before);
    const hint = await client.hintOf(match, 5);
    expect(hint.move).not.toBe("");
    expect(ports.filter((one) => one.name === "thinker")).toHaveLength(2);
  });

  it("gives back the match of a hint, but not where the thinker was stopped, which has none any more", async () => {
    const { client, asked, ports } = bench();
    const { match } = await client.newMatch({ game: "six-billion", seats: 2, seed: "1", players: [null, null] });
    await client.hintOf(match, 5);
    expect(asked("thinker")).toEqual(["new", "hint", "free"]);
    const hint = client.hintOf(match);
    while (asked("thinker").filter((what) => what === "hint").length < 2) {
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    client.stopThinking();
    await expect(hint).rejects.toBeInstanceOf(Stopped);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(ports.filter((one) => one.name === "thinker")).toHaveLength(1);
  });

  it("drops a bot's move when somebody took a move back meanwhile", async () => {
    const { client, asked } = bench();
    const { match } = await client.newMatch({ game: "six-billion", seats: 2, seed: "2", players: [null, null] });
    const first = await client.ask("table", { match, viewer: 1 });
    await client.play(match, first.asked?.you?.moves[0] ?? "", 1);
    const open = (await client.ask("look", { match })).asked?.seats[0] ?? 0;
    await client.ask("seat", { match, seat: open, bot: "search:iterations=50" });
    const moving = client.botMove(match, "search:iterations=50");
    while (!asked("thinker").includes("think")) {
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    await client.ask("undo", { match, seat: 1, agreed: true });
    expect(await moving).toBeNull();
    expect((await client.ask("table", { match, viewer: 1 })).log.at(-1)?.kind).toBe("undo");
  });

  it("analyses a record elsewhere and tells how far it is", async () => {
    const { client, asked } = bench();
    const heard: number[] = [];
    const short = read("docs/examples/networks.record");
    const analysis = await client.analyse(short, { bot: "search:iterations=4" }, (done, total) => heard.push(done / total));
    expect(analysis.choices).toHaveLength(heard.length);
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    expect(heard.every((part) => part >= 0 && part < 1)).toBe(true);
    expect(asked("thinker")).toEqual(["load", "analyse", "free"]);
    expect(asked("table")).toEqual([]);
  });

  it("says when a worker broke, and begins a new one", async () => {
    const made: Port[] = [];
    const client = new EngineClient(() => {
      const port: Port = made.length > 0 ? new TestPort() : { postMessage: () => undefined, terminate: () => undefined, onmessage: null, onerror: null };
      made.push(port);
      return port;
    });
    const told: string[] = [];
    client.onBroken = (why) => told.push(why.message);
    const lost = Promise.allSettled([client.ask("games", {}), client.ask("record", { match: 1 })]);
    await Promise.resolve(); // it listens a moment after it is made
    made[0]?.onmessage?.({ data: { id: 1, error: "The engine stopped: unreachable.", broken: true } });
    const results = await lost;
    expect(results.map((one) => one.status)).toEqual(["rejected", "rejected"]);
    expect(results.every((one) => one.status === "rejected" && one.reason instanceof Broken)).toBe(true);
    expect(told).toEqual(["The engine stopped: unreachable."]);
    expect((await client.catalogue()).games).toHaveLength(2);
    client.close();
    await expect(Promise.all([client.ask("games", {}), client.close()])).rejects.toBeInstanceOf(Stopped);
  });
});
