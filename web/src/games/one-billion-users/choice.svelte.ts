// What a person has in hand at the moment: the card that was taken up, and which legal moves that leaves. Everything on the table asks here
// whether it is lit and what a click on it means.
import type { Parts } from "../../generated/one-billion-users";
import type { Table } from "../../table/table.svelte";
import { isAside, moveOf, useOf, type Move, type Use } from "./moves";

export class Choice {
  /** the card of the hand that was taken up */
  card = $state<string | null>(null);
  /** which of several equal ones, for the eye */
  slot = $state<number | null>(null);
  /** the Influencer that a Push moves */
  thing = $state<string | null>(null);
  /** of an answer that names several cards: those chosen so far */
  picked = $state.raw<readonly string[]>([]);
  reason = $state("");
  /** what speaks against the move that was pressed: it is made when it is pressed again */
  warning = $state("");
  #warned: string | null = null;

  /** `waste` says what a move would waste or cost much of, if it would. */
  constructor(readonly table: Table, readonly waste: (move: Move, moves: readonly Move[]) => string = () => "") {}

  readonly all = $derived.by(() => this.table.choices.map(({ text, parts }) => moveOf(text, parts as unknown as Parts)));

  /** How many cards the answer needs, where it needs several at once; else 0. */
  readonly needs = $derived.by(() => this.all[0]?.several?.length ?? 0);

  /** The answer that names exactly those chosen so far. */
  readonly whole = $derived.by(() => this.all.find(({ several = [] }) => several.length > 0 && [...several].sort().join() === [...this.picked].sort().join()));

  /** Whether this one of several equal cards is among those chosen. */
  isPicked(card: string, copy: number): boolean {
    return copy < this.picked.filter((one) => one === card).length;
  }

  /** Chosen, or no more; one too many takes the place of the one that was chosen last. */
  #pick(card: string, copy: number): void {
    const at = this.picked.lastIndexOf(card);
    this.picked = this.isPicked(card, copy) ? this.picked.filter((_, i) => i !== at) : [...this.picked.slice(0, this.needs - 1), card];
  }

  /** The taken card is only looked at: it has no part in what is asked. */
  readonly looking = $derived.by(() => this.card !== null && !this.all.some((move) => move.card === this.card));

  /** What the taken card can do, or what needs no card. */
  readonly open = $derived.by(() => this.all.filter((move) => (move.card ?? null) === (this.looking ? null : this.card)));

  /** The same without the ways of Influencers other than the chosen one. */
  readonly shown = $derived.by(() => this.open.filter((move) => this.thing === null || move.verb !== "push" || move.thing === this.thing));

  ofCard(card: string): Move[] {
    return this.all.filter((move) => move.card === card);
  }

  /** A game that goes on: in one that was, in a puzzle that is over and while a coach speaks cards are only looked at, and all look alike. */
  readonly #live = $derived.by(() => this.table.state === "playing" && !this.table.bygone && (this.table.yours || !this.table.source.teaches));

  /** Whoever is asked, whatever it is about, and while an answer is on its way: what cannot be played now has no use now. */
  useOf(card: string): Use {
    return this.#live ? useOf(card, this.all) : "play";
  }

  /** `copy`: which of several equal ones it is */
  take(card: string, slot: number, copy: number): void {
    if (this.all.some(({ several }) => several?.includes(card))) {
      this.#pick(card, copy);
      return;
    }
    if (this.card === card && this.slot === slot) {
      const main = this.open.filter((move) => !isAside(move));
      const only = main.length === 1 ? main[0] : undefined;
      this.clear();
      if (only) {
        this.play(only);
      }
      return;
    }
    this.card = card;
    this.slot = slot;
    this.thing = null;
    this.reason = "";
  }

  clear(): void {
    this.card = null;
    this.slot = null;
    this.thing = null;
    this.picked = [];
    this.reason = "";
    this.warning = "";
    this.#warned = null;
  }

  play(move: Move): void {
    const warning = this.#warned === move.text ? "" : this.waste(move, this.all);
    if (warning) {
      this.warning = warning;
      this.#warned = move.text;
      return;
    }
    this.clear();
    void this.table.play(move.text);
  }

  /** The move that a click on a platform means. */
  onPlatform(seat: number): Move | undefined {
    const own = seat === this.table.you;
    return this.open.find((move) =>
      move.verb === "block" || move.verb === "counter-push"
        ? move.seat === seat
        : move.verb === "push"
          ? move.seat === seat && (move.thing === this.thing || this.things().length === 1)
          : own && this.card !== null && !this.looking && ["add", "fix", "guard", "launch"].includes(move.verb),
    );
  }

  /** The Influencers that the taken Push or Poke can move. */
  things(): string[] {
    return [...new Set(this.open.flatMap((move) => (move.card && move.thing ? [move.thing] : [])))];
  }

  /** The move, or "take it first", that a click on something on a platform means. */
  onThing(name: string): Move | "choose" | undefined {
    if (this.open.some(({ verb }) => verb === "push") && this.things().includes(name)) {
      return "choose";
    }
    return this.open.find((move) => move.thing === name && move.verb !== "push");
  }

  onPile(pile: "deck" | "discard"): Move | undefined {
    return this.open.find((move) => move.pile === pile || (pile === "discard" && this.card !== null && move.verb === "discard"));
  }

  onStack(seat: number): Move | undefined {
    return seat === this.table.you ? this.open.find((move) => move.verb === "grind" || move.verb === "fix") : undefined;
  }

  onMilestone(number: number): Move | undefined {
    return this.all.find((move) => move.verb === "claim" && move.milestone === number);
  }
}
