// What has been pointed at so far, what can be pointed at next, and what the move would do. Everything on the table asks here whether
// it is lit and tells when it is clicked.
//
// Must never make a move that the engine has not listed.
import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { Asked, MoveParts } from "../../engine/types";
import { waitsWords } from "../../table/away";
import type { Table } from "../../table/table.svelte";
import { atOnce, back, choosing, oneRoute, otherNumbers, pick, siteOf, waysOf, type Key, type Way } from "./choosing";
import { becomes, drawnAfter, falls, preview, type Drawn, type Preview } from "./preview";
import { FILL_UP, FROM_DECK, REST } from "./ask/turnEnd";
import { neutralsOf, playersOf, type SixView } from "./view";

/** What is answered without any card. */
const RESTING = new Set(["send", "grow", "settle", "halve"]);
const MOST_PREVIEWS = 40;
const MOST_ATTEMPTS = 6;
type Choices = Parameters<typeof waysOf>[0];
const RULE = /\bSIX-\d+\b/;

export class Pointing {
  chosen = $state.raw<Key[]>([]);
  /** which of several equal cards, for the eye */
  slot = $state<number | null>(null);
  /** of lit tokens: what becomes of them */
  readonly becomes = new SvelteMap<Key, string>();
  shown = $state.raw<Preview | null>(null);
  why = $state("");
  /** a track with several lit things that was clicked: they are offered by name */
  narrowed = $state<string | null>(null);
  /** the question that has been answered: until the next one comes, nothing more is lit */
  #answered = $state.raw<Asked | null>(null);
  /** why a card that was taken up cannot be used now */
  refused = $state.raw<{ code: string; why: string } | null>(null);
  /** where one's turn ends: what the deck would give after what is chosen; null: nobody can say it; undefined: not known yet */
  drawn = $state.raw<Drawn | null | undefined>(undefined);
  /** what is chosen is what a bot would choose */
  suggested = $state(false);
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  get view(): SixView {
    return this.#table.view as SixView;
  }
  readonly ways: Way[] = $derived.by(() => {
    const view = this.#table.view as SixView | null;
    const you = view ? (playersOf(view)[(this.#table.you ?? 0) - 1] ?? "") : "";
    return view && this.#table.asked !== this.#answered ? waysOf(this.#table.choices as unknown as Choices, { neutrals: neutralsOf(view), mover: view.to_move, you }) : [];
  });
  readonly state = $derived.by(() => choosing(this.ways, this.chosen));
  /** From the token to the box of the move that is being chosen. */
  readonly route = $derived.by(() => {
    const site = this.chosen.find((key) => key.startsWith("site:"));
    return {
      origin: this.chosen.find((key) => key.startsWith("token:")) ?? null,
      destination: site?.slice("site:".length) ?? null,
      half: this.state.ways.some((way) => way.move.verb === "colony") ? ("colonies" as const) : ("migrants" as const),
    };
  });
  /** There is another answer than how many: another token to leave, another place to go to. */
  readonly otherWay = $derived.by(() => !oneRoute(this.ways));
  /** What can be pointed at: beside what is suggested everything else is still open. */
  readonly open: ReadonlySet<Key> = $derived.by(() => (this.suggested && this.otherWay ? choosing(this.ways, []).next : this.state.next));
  readonly #lit = $derived.by(() => {
    const lit = new Map<string, Key[]>();
    for (const key of this.open) {
      const site = siteOf(key);
      if (site) {
        lit.set(site, [...(lit.get(site) ?? []), key]);
      }
    }
    return lit;
  });

  /** What of a track can be pointed at: its tokens, its box, or nothing. */
  lights(site: string): "token" | "box" | null {
    const key = this.#lit.get(site)?.[0];
    return key ? (key.startsWith("token:") ? "token" : "box") : null;
  }

  /** It can be pointed at, or was. */
  isMeant(key: Key): boolean {
    return this.open.has(key) || this.route.origin === key;
  }

  /** While a card is being placed, what is out of its range steps back. */
  dims(site: string): boolean {
    return this.chosen.length > 0 && this.#lit.size > 0 && !this.#lit.has(site) && siteOf(this.route.origin ?? "") !== site;
  }

  hintOf(site: string): string {
    const keys = this.#lit.get(site) ?? [];
    return keys.map((key) => this.becomes.get(key)).filter(Boolean).map((words) => `; ${words}`).join("");
  }

  /** Whether cards of the hand are asked for at all; where one can only pass, none of them can be played. */
  readonly asksCards = $derived.by(() => this.ways.some((way) => way.path[0]?.startsWith("card:")) || (this.ways.length > 0 && this.ways.every((way) => way.move.verb === "pass")));

  /** Somebody else's turn, or a step without cards: they rest. Where one draws or discards they are looked at. */
  readonly cardsRest = $derived.by(() => !this.asksCards && this.ways.length > 0 && this.ways.every((way) => RESTING.has(way.move.verb)));

  canCard(code: string): boolean {
    const key = `card:${code}`;
    return this.state.next.has(key) || this.chosen.includes(key) || (this.end === "discard" && this.ways.some(({ path }) => path[0] === key));
  }

  /** One's turn ends: a card may be put away, and then, or only, cards are drawn. */
  readonly end: "discard" | "draw" | null = $derived.by(() => {
    const verbs = new Set(this.ways.map((way) => way.move.verb));
    return verbs.has("discard") ? "discard" : verbs.has("take") || verbs.has("deck") ? "draw" : null;
  });
  /** A lesson and a puzzle ask for one move after the other. */
  get alone(): boolean {
    return (this.#table.source.teaches ?? this.#table.source.mute) === true;
  }
  /** What is put away, or that nothing is. */
  get #first(): string | undefined {
    return this.end === "discard" ? (this.state.ready ?? this.ways.find((way) => way.move.verb === "pass"))?.text : undefined;
  }

  /** The deck, and open cards: each is one answer, with what is put away before. */
  canDraw(key: Key): boolean {
    return this.end === "draw" ? this.state.next.has(key) : this.end === "discard" && this.drawn?.draws === true && (key !== "deck" || this.drawn.count > 0);
  }
  draw(key: Key): void {
    const first = this.#first;
    if (first === undefined) {
      this.pick(key);
    } else {
      this.play(first, key === "deck" ? { verb: "deck" } : { verb: "take", card: key.slice("open:".length) });
    }
  }
  /** All that is still to be drawn comes from the deck. */
  finish(): void {
    const first = this.#first;
    const fills = !this.alone && this.drawn?.count !== 0 && !this.#table.orders.includes(FROM_DECK);
    if (first !== undefined) {
      this.play(first, fills ? REST : undefined);
    } else if (fills) {
      this.clear();
      void this.#table.answerBy(FILL_UP, this.#table.worded({ parts: REST }));
    } else {
      this.pick("deck");
    }
  }

  pick(key: Key): void {
    const next = pick(this.ways, this.suggested ? [] : this.chosen, key);
    this.#go(next);
    const { ready, next: more } = this.state;
    if (ready && more.size === 0 && atOnce(ready)) {
      this.commit();
    }
  }

  /** A click on a whole track: plain if only one thing on it is lit. */
  pickSite(site: string): void {
    const [only, ...others] = this.#lit.get(site) ?? [];
    if (only && others.length === 0) {
      this.pick(only);
    } else if (only) {
      this.narrowed = this.narrowed === site ? null : site;
    }
  }

  keyOn(event: KeyboardEvent, site: string): void {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.pickSite(site);
    }
  }

  /** A card of the hand is clicked: taken up, put back, or, if that says all, played. */
  takeCard(code: string, slot: number, attempts: () => string[] = () => []): void {
    const key = `card:${code}`;
    if (this.state.next.has(key) && (this.chosen.length === 0 || this.chosen.at(-1)?.startsWith("symbol:"))) {
      this.slot = this.chosen.length === 0 ? slot : this.slot;
      this.pick(key);
    } else if (this.chosen[0] === key && this.slot === slot) {
      this.clear();
    } else if (this.ways.some((way) => way.move.verb === "send")) {
      // What is suggested stays: a card is for one's own turn.
      this.refused = { code, why: "Your cards wait for your own turn: a Neutral uses none." };
    } else {
      this.clear();
      this.slot = slot;
      if (this.state.next.has(key)) {
        this.pick(key);
      } else if (this.#table.nothingMore) {
        this.refused = { code, why: this.#table.nothingMore };
      } else if (this.#table.yours) {
        void this.#explain(code, slot, attempts);
      } else if (this.#table.state === "playing" && !this.#table.bygone && !this.#table.source.teaches) {
        this.refused = { code, why: waitsWords(this.#table.waited, this.#table.line !== null) };
      }
    }
  }

  /** A card is drawn out of the hand: what it can be laid on is lit, as when it is clicked. */
  drag(code: string, slot: number): void {
    if (this.chosen[0] !== `card:${code}` || this.slot !== slot) {
      this.takeCard(code, slot);
    }
  }

  /** The card that was taken up is let go over a site; whose people go stays to be said where there are several. */
  drop(site: string): void {
    const code = this.chosen[0]?.startsWith("card:") ? this.chosen[0].slice("card:".length) : null;
    if (!code) {
      return;
    }
    const there = this.state.ways.filter(({ path }) => path.some((key) => siteOf(key) === site));
    const [only, ...others] = there;
    if (only && others.length === 0) {
      this.#go(only.path);
    } else if (this.#lit.has(site)) {
      this.pickSite(site);
    } else {
      this.refused = { code, why: only ? "Several tokens can send people there: click the one that shall, then the site." : "It cannot go there. Click the card, then one of the lit sites." };
    }
  }

  /** One step back; from what is suggested, to where nothing is chosen. */
  back(): void {
    if (!this.otherWay) {
      return;
    }
    this.#go(this.suggested ? [] : back(this.ways, this.chosen));
  }

  clear(): void {
    this.#go([]);
    this.slot = null;
  }

  commit(): void {
    const { ready } = this.state;
    if (this.end === "discard") {
      this.finish();
    } else if (ready) {
      this.play(ready.text);
    }
  }

  play(text: string, then?: MoveParts): void {
    const { asked } = this.#table;
    this.clear();
    this.#answered = asked;
    void this.#table.play(text, then).then(() => {
      this.refused = null; // what was told of a card meanwhile is true no more
      // Refused: it is still to be answered.
      if (this.#table.notice?.kind === "trouble" && this.#answered === asked) {
        this.#answered = null;
      }
    });
  }

  /** Asks the engine about what the card is for, until it has named what stands in the way. */
  async #explain(code: string, slot: number, attempts: () => string[]): Promise<void> {
    const { asked } = this.#table;
    const why = (await this.reason(attempts())) ?? (this.cardsRest ? "What is asked now is not about cards." : null);
    if (why && this.slot === slot && this.#table.asked === asked) {
      this.refused = { code, why };
    }
  }

  /** Why none of these moves can be made now, by the first whose reason is a rule; null: no longer asked, or nothing stands in the way. */
  async reason(attempts: readonly string[]): Promise<string | null> {
    const { asked } = this.#table;
    for (const move of attempts.slice(0, MOST_ATTEMPTS)) {
      const why = await this.#table.why(move);
      if (this.#table.asked !== asked) {
        return null;
      }
      if (RULE.test(why)) {
        return why;
      }
    }
    return null;
  }

  #go(chosen: Key[]): void {
    this.refused = null;
    this.suggested = false;
    this.chosen = chosen;
    this.narrowed = null;
    if (chosen.length === 0) {
      this.slot = null;
    }
  }

  /** A question about a Neutral comes with an answer: whoever has no plan for it takes that by one key. Called whenever the question changes. */
  async suggest(): Promise<void> {
    const { asked } = this.#table;
    if (this.ways.some((way) => way.move.verb === "send")) {
      const [first] = this.otherWay ? [] : this.ways;
      if (first?.path[0] !== undefined) {
        this.#go(pick(this.ways, [], first.path[0]));
      }
      const begun = this.chosen;
      const hint = await this.#table.source.hint(true).catch(() => null);
      const way = this.ways.find(({ text }) => text === hint?.move);
      if (way && this.#table.asked === asked && this.chosen === begun) {
        this.#go(way.path);
        this.suggested = true;
      }
    }
  }

  /** Asks what lit tokens would become and what the chosen move would do. Called whenever the choice changes. */
  async look(): Promise<void> {
    const { view, chosen } = this;
    const { ready, next, ways } = this.state;
    this.shown = null;
    this.why = "";
    this.becomes.clear();
    if (!view || this.ways.length === 0) {
      return;
    }
    if (this.end) {
      const drawn = await drawnAfter(view, this.#first);
      if (chosen === this.chosen && view === this.view) {
        this.drawn = drawn;
      }
      return;
    }
    const keys = [...next].filter((key) => key.startsWith("token:")).slice(0, MOST_PREVIEWS);
    const origin = this.route.origin;
    for (const key of origin && keys.length === 0 ? [origin] : keys) {
      const way = ways.find((one) => one.path.includes(key));
      const what = way ? await preview(view, way.text) : null;
      if (chosen !== this.chosen || view !== this.view) {
        return;
      }
      const [, colour, site] = /^token:([a-z]+)@([a-z]+)$/.exec(key) ?? [];
      // A move that others may still answer leaves the token as it is for now: nothing is said of it then.
      if (what && colour && site && (way?.move.to || what.after.tracks[site]?.[colour] !== view.tracks[site]?.[colour])) {
        this.becomes.set(key, becomes(view, what.after, colour, site));
      }
    }
    // How many leave decides what becomes of the token: said beside each number.
    const [left] = ways;
    if (left?.move.verb === "send" && oneRoute(ways)) {
      const { from } = left.move;
      for (const one of [left, ...otherNumbers(this.ways, left)]) {
        const what = await preview(view, one.text);
        if (chosen !== this.chosen || view !== this.view) {
          return;
        }
        if (what && from) {
          this.becomes.set(`count:${one.move.billions}`, falls(view, what.after, view.to_move, from));
        }
      }
    }
    if (ready) {
      const [what, why] = await Promise.all([preview(view, ready.text), this.#table.why(ready.text)]);
      if (chosen === this.chosen && view === this.view) {
        this.shown = what;
        this.why = why;
      }
    }
  }
}

/** Called while a component is made: what was pointed at belongs to one question, the next one begins afresh. */
export function follow(table: () => Table, pointing: () => Pointing): void {
  $effect(() => {
    void table().question;
    untrack(() => {
      pointing().clear();
      pointing().drawn = undefined;
      void pointing().suggest();
    });
  });
  $effect(() => {
    const now = pointing();
    void now.chosen;
    void now.ways;
    void now.view; // what was asked of an older one is not taken
    untrack(() => void now.look());
  });
}
