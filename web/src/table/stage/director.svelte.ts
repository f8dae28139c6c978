// Lets each step of the others stand for as long as it is worth, before the next one comes; what is grand has the middle of the table to itself.
//
// Must never change what is shown, only when.
import type { Entry, Look } from "../../engine/types";
import { settings } from "../../ui/settings.svelte";
import { heavier, weighed, worthTheStage, type Scene } from "../../games/scene";
import { partedAtTurn } from "../since";
import type { Table } from "../table.svelte";
import { newLead } from "./lead";
import { FIRST, GRAND, MOST_GRAND, OWN_GRAND, Round, ROUND } from "./round";

const THOUGHT = 1500;

/** What the middle of the table shows. */
export interface Staged {
  /** one, or what is left of a round in which much was grand */
  scenes: readonly Scene[];
  fall?: Change | undefined;
}

/** How long it is said beside the figure what has changed it. */
const SAID = 4000;

/** The own points before and after a step, and what of them it has changed: "Low Toxicity Bonus −200". */
export interface Change {
  before: number;
  after: number;
  by: string;
}

/** Null: nothing has changed, or one thing alone has grown, as one sees. */
export function changeOf(seat: number | null, was: Look | null, is: Look | null): Change | null {
  const [before, after] = [was, is].map((look) => look?.scores.find((one) => one.seat === seat));
  const sums = new Map<string, number>();
  before?.items.forEach(({ label, points }) => sums.set(label, (sums.get(label) ?? 0) - points));
  after?.items.forEach(({ label, points }) => sums.set(label, (sums.get(label) ?? 0) + points));
  const changed = [...sums].filter(([, points]) => points !== 0);
  const by = changed.map(([label, points]) => `${label.trim()} ${points < 0 ? "−" : "+"}${Math.abs(points).toLocaleString("en")}`).join(" · ");
  return before && after && (changed.length > 1 || changed.some(([, points]) => points < 0)) ? { before: before.total, after: after.total, by } : null;
}

export class Director {
  /** the others play, and a press goes at once to where one is asked again */
  playing = $state(false);
  /** how long a round of this game lasts at most */
  most = ROUND;
  staged = $state.raw<Staged | null>(null);
  /** the last that was said of a new lead, for who listens or reads */
  lead = $state("");
  /** of what has happened since the table last stood the heaviest, and all that may be worth the stage */
  #scene: Scene | null = null;
  #scenes: { staged: Scene | null; scenes: Scene[] }[] = [];
  /** what the last step has changed of one's own points, where the middle of the table has not said it */
  change = $state.raw<Change | null>(null);
  #change: Change | null = null;
  #unsaid = 0;
  #next: ReturnType<typeof partedAtTurn> = null;
  /** a step was not shown: what fell since then has no single cause */
  skipped = false;
  #round = new Round();
  /** what was grand beyond what a round has room for: shown together before one is asked */
  #kept: Scene[] = [];
  #grand = 0;
  /** when the last step had stood long enough */
  #shown = 0;
  /** its time is over */
  #late = false;
  /** somebody has pressed */
  #skips = false;
  #wake: (() => void) | null = null;

  constructor(readonly table: Pick<Table, "you" | "look" | "log" | "staging" | "sceneOf" | "scenesOf">) {}

  get hurries(): boolean {
    return this.#late || this.#skips;
  }

  /** A round begins: who looks has decided, or has been asked. */
  begin(): void {
    this.#round = new Round(this.most);
    this.#shown = performance.now();
    this.#late = this.#skips = false;
    this.#grand = 0;
    this.#kept = [];
    this.#wake?.();
  }

  /** To the next question at once. */
  skip(): void {
    if (this.playing || this.staged) {
      this.#skips = true;
      this.#wake?.();
    }
  }

  /** It has happened, and the table does not show it yet. What a turn begins with by itself waits, if it is worth the stage, until what was done
   *  before it has come to lie on the table. */
  note(entry: Entry): void {
    const { table } = this;
    this.goOn();
    const parts = partedAtTurn(entry);
    const waits = parts !== null && worthTheStage(table.sceneOf(parts.then), table.scenesOf(parts.then), entry.seat === table.you).length > 0;
    this.#note(waits ? parts.done : entry);
    this.#next = waits ? parts : null;
  }

  /** As what it counts all in all, and each thing of it. */
  #note(entry: Entry): void {
    const staged = this.table.sceneOf(entry);
    this.#scene = heavier(this.#scene, staged);
    this.#scenes.push({ staged, scenes: this.table.scenesOf(entry) });
  }

  /** How many moves had been made when that began which waits; 0: nothing waits. */
  get waits(): number {
    return this.hurries ? 0 : (this.#next?.ply ?? 0);
  }

  /** It need not wait any more. */
  goOn(): void {
    const next = this.#next?.then;
    this.#next = null;
    if (next) {
      this.#note(next);
    }
  }

  /** It is not told any more. */
  forget(): void {
    this.#scene = this.#next = null;
    this.#scenes = [];
  }

  /** What of that is grand, one after the other, before the table shows what came of it (`look`); the last of it stays until then. `asked`: a question
   *  to who looks comes next, so nothing is kept any more. Returns the heaviest of all. */
  async perform(asked: boolean, look: Look | null = this.table.look): Promise<Scene | null> {
    const { you, look: was, staging, log } = this.table;
    this.#change = this.skipped ? null : changeOf(you, was, look);
    const fall = this.#change && this.#change.after < this.#change.before ? this.#change : undefined;
    const fell = fall !== undefined;
    const lead = look && staging?.late(look.view) === true ? newLead(was, look, you, log.at(-1)?.number ?? 0) : null;
    const heaviest = weighed(this.#scene, fell);
    const scenes = [...this.#scenes.flatMap((one) => worthTheStage(one.staged, one.scenes, fell)), ...(lead ? [lead] : [])];
    this.#scene = null;
    this.#scenes = [];
    this.skipped = false;
    this.lead = lead?.text ?? this.lead;
    this.playing ||= scenes.length > 0;
    for (const scene of scenes) {
      if (this.#grand < MOST_GRAND) {
        this.#grand++;
        await this.#hold({ scenes: [scene], fall: scene.weight === "harm" && scene === scenes.at(-1) ? fall : undefined }, scene.stands ?? (scene.seat === you && !scene.fated ? OWN_GRAND : GRAND));
      } else {
        this.#kept.push(scene);
      }
    }
    if (asked && this.#kept.length > 0) {
      await this.#hold({ scenes: this.#kept.splice(0) }, GRAND);
    }
    this.#shown = performance.now();
    return heaviest;
  }

  async #hold(staged: Staged, length: number): Promise<void> {
    if (!this.#skips && !settings.plain && settings.pace > 0) {
      this.staged = staged;
      await this.#wait(length * settings.pace);
    }
  }

  /** The table shows what came of it. */
  clear(): void {
    if (this.#change && !this.staged?.fall) {
      this.change = this.#change;
      clearTimeout(this.#unsaid);
      this.#unsaid = window.setTimeout(() => (this.change = null), SAID);
    }
    this.staged = this.#change = null;
  }

  #wait(length: number): Promise<void> {
    return new Promise<void>((done) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#wake = null;
        done();
      };
      const timer = setTimeout(end, length);
      this.#wake = end;
    });
  }

  /** What was done lies on the table, and the next turn has not begun. */
  async showFirst(scene: Scene | null): Promise<void> {
    await this.show(scene && { ...scene, length: FIRST }, false, performance.now());
    this.goOn();
  }

  /** Waits while the step stands, or until it is skipped. `since`: when showing it began. */
  async show(scene: Scene | null, own: boolean, since: number): Promise<void> {
    // A bot that thinks uses up the round as well; a person may think for days.
    this.#round.spend(Math.min(THOUGHT, since - this.#shown));
    this.#late ||= this.#round.isOver(settings.pace);
    const length = this.hurries ? 0 : this.#round.lengthOf(scene?.weight ?? "nothing", settings.plain ? 0 : settings.pace, own, scene?.length); // what is read needs no time to be seen
    if (length > 0) {
      await this.#wait(length);
    }
    this.#shown = performance.now();
    this.#round.spend(this.#shown - since);
  }
}
