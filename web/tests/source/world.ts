// A world in which a test turns the clock: timers run when their time has come, and a server answers on wires as it is told to. Nothing
// here waits.
import type { Ear, Wire, World } from "../../src/source/connection";

/** What becomes of a wire that is opened, or of what is said on it. */
export type Mood = "well" | "refused" | "no-answer" | "no-hello" | "silent";

export class TestWire implements Wire {
  said: string[] = [];
  closed = false;
  constructor(
    readonly world: TestWorld,
    readonly ear: Ear,
  ) {}
  send(text: string): void {
    this.said.push(text);
    const { type } = JSON.parse(text) as { type: string };
    const { mood, delay } = this.world;
    if (mood === "well" || (mood === "no-hello" && type !== "hello")) {
      this.world.later(() => this.world.answer(this, JSON.parse(text) as Record<string, unknown>), delay);
    }
  }
  /** An old socket may still say things after that: nobody must listen. */
  close(): void {
    this.closed = true;
  }
  hear(message: unknown): void {
    this.ear.heard(JSON.stringify(message));
  }
}

export class TestWorld implements World {
  time = 0;
  mood: Mood = "well";
  /** until a request is answered or refused, and what is said on a wire */
  delay = 20;
  /** until a wire is open; as long, unless that is another number */
  handshake: number | null = null;
  /** so many requests go over connections that have died, whatever the mood */
  dead = 0;
  wires: TestWire[] = [];
  /** when each was opened */
  opened: number[] = [];
  requests: TestWire[] = [];
  /** when each was sent */
  asked: number[] = [];
  share = 0;
  answer: (wire: TestWire, said: Record<string, unknown>) => void = (wire, { type }) => wire.hear({ type: type === "hello" ? "rest" : "pong" });
  #timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.time;
  }
  later(run: () => void, milliseconds: number): () => void {
    const timer = { at: this.time + milliseconds, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }
  chance(): number {
    return this.share;
  }
  open(ear: Ear): Wire {
    const wire = this.#begin(ear, this.handshake ?? this.delay);
    this.wires.push(wire);
    this.opened.push(this.time);
    return wire;
  }
  ask(ear: Ear): Wire {
    const request = this.dead-- > 0 ? new TestWire(this, ear) : this.#begin(ear, this.delay);
    this.requests.push(request);
    this.asked.push(this.time);
    return request;
  }
  #begin(ear: Ear, wait: number): TestWire {
    if (this.mood === "refused") {
      this.later(() => ear.ended(), this.delay);
    } else if (this.mood !== "silent") {
      this.later(() => ear.opened(), wait);
    }
    return new TestWire(this, ear);
  }
  /** wires and requests that nobody has closed */
  get going(): number {
    return [...this.wires, ...this.requests].filter(({ closed }) => !closed).length;
  }
  get last(): TestWire {
    const wire = this.wires.at(-1);
    if (!wire) {
      throw new Error("No wire was opened.");
    }
    return wire;
  }

  /** So much time goes by, and everything that is due in it happens in its order. */
  pass(milliseconds: number): void {
    const until = this.time + milliseconds;
    for (let next = this.#due(until); next; next = this.#due(until)) {
      const { at, run } = next;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.time = Math.max(this.time, at);
      run();
    }
    this.time = until;
  }
  /** The device sleeps: time goes by, and what was due happens only afterwards. */
  sleep(milliseconds: number): void {
    this.time += milliseconds;
  }
  #due(until: number): { at: number; run: () => void } | undefined {
    return this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  }
}
