// The result of a game that is over, and its headline: what only this game could have said. The first kind that is true is taken; each is proven
// over a thousand games of bots (tests/table/headline.test.ts).
//
// Must never say what the scores, the course of the points and the end do not show.
import type { Score } from "../../engine/types";
import type { Totals } from "../../replay/totals";
import { list, ordinal, within } from "../../ui/words";
import { deciderOf, rowsOf } from "./rows";

export interface Ended {
  scores: readonly Score[];
  /** by what the first place was decided; null: it is shared */
  decided: string | null;
  /** how the end came, where the rules know several ways: "all tracks populated" */
  ending: string | null;
  /** who drew the card that ends the game; 0: nobody */
  drew: number;
  samples: Totals["samples"];
}

export interface Headline {
  kind: string;
  /** "Ada by ONE point, thanks to Saturn"; seats by their names */
  text: string;
}

/** What the kinds below look at. */
interface Facts extends Ended {
  first: Score;
  second: Score;
  margin: number;
  /** how the winner is called, and everybody */
  winner: string;
  called: (seat: number) => string;
  seats: number[];
  /** the line without which somebody else would have won */
  decider: string | null;
}

const PENALTY = "Toxicity Penalty";
const SECRET = "Again, by the Hidden Agenda";
const CARDS = "Points from cards";
const MILESTONES = "Milestones";
/** A victory by no more than this part of the winner's points is a narrow one. */
const NARROW = 0.04;
/** Of a game: its beginning says little. */
const BEGINNING = 0.15;
const MANY_LEADS = 6;
const MANY_WORLDS = 4;

const number = (points: number): string => points.toLocaleString("en");
const points = (count: number): string => `${number(count)} point${count === 1 ? "" : "s"}`;
const pointsOf = (score: Score, label: string): number => score.items.filter((item) => item.label === label).reduce((sum, item) => sum + item.points, 0);

const BY: Record<string, string> = { [PENALTY]: "the Toxicity Penalty", [SECRET]: "a Hidden Agenda" };
const thanks = (decider: string | null): string => (decider ? `, thanks to ${BY[decider] ?? decider}` : "");
/** "wins", or of you "win" */
const does = (name: string, verb: string): string => (name === "You" ? verb : `${verb}s`);
const has = (name: string): string => (name === "You" ? "have" : "has");

/** Who has won, and one's own place: "You win!", "Ada wins. You are 2nd of 4." */
export function resultOf(scores: readonly Score[], you: number | null, called: (seat: number) => string): string {
  const own = scores.find(({ seat }) => seat === you);
  const others = (place: number): string => list(scores.filter((score) => score.place === place && score !== own).map(({ seat }) => called(seat)));
  const level = own && others(own.place) ? `, level with ${others(own.place)}` : "";
  const shared = scores.filter(({ place }) => place === 1).length > 1;
  return own?.place === 1 ? `You win${level}!` : `${others(1)} ${shared ? "win" : "wins"}.${own ? ` You are ${ordinal(own.place)} of ${scores.length}${level}.` : ""}`;
}

/** Who leads alone; 0: nobody. */
export function leaderAt(totals: readonly number[]): number {
  const most = Math.max(...totals);
  return totals.filter((one) => one === most).length === 1 ? totals.indexOf(most) + 1 : 0;
}

/** Who has least alone; 0: nobody. */
export const lastAt = (totals: readonly number[]): number => leaderAt(totals.map((one) => -one));

/** After the beginning of the game. */
export function course({ samples }: Pick<Ended, "samples">): Totals["samples"] {
  const plies = samples.at(-1)?.ply ?? 0;
  return samples.filter(({ ply }) => ply >= plies * BEGINNING);
}

export function leadChanges(ended: Pick<Ended, "samples">): number {
  const leaders = course(ended).flatMap(({ totals }) => leaderAt(totals) || []);
  return leaders.filter((seat, i) => i > 0 && seat !== leaders[i - 1]).length;
}

/** At which part of the game, 0 to 1, somebody was last for the last time; 0: never after its beginning. */
export function lastTimeLast(ended: Pick<Ended, "samples">, seat: number): number {
  const plies = ended.samples.at(-1)?.ply ?? 1;
  return (course(ended).findLast(({ totals }) => lastAt(totals) === seat)?.ply ?? 0) / plies;
}

/** Sites at which a seat has the most points of all, and some. */
export function worldsOf(scores: readonly Score[], seat: number): string[] {
  const own = scores.find((score) => score.seat === seat);
  const ofSites = own?.items.find(({ label }) => label === "Earth")?.rule;
  return (own?.items ?? []).filter(({ label, points, rule }) => rule === ofSites && points > 0 && scores.every((score) => score.seat === seat || pointsOf(score, label) < points)).map(({ label }) => label);
}

const WHEN: [number, string][] = [[0.9, "in the last moments"], [0.7, "in the last third"], [0, "in the second half"]];

/** The kinds, the rarest and dearest first. Each says null where it does not hold. */
const KINDS: Record<string, (facts: Facts) => string | null> = {
  shared: ({ scores, called }) => {
    const all = scores.filter(({ place }) => place === 1).map(({ seat }) => called(seat));
    return all.length > 1 ? `${list(all)} share the victory` : null;
  },
  "tie-break": ({ decided, margin, winner, first }) => (margin === 0 && decided !== null ? `Level on ${points(first.total)}: ${decided} wins it for ${within(winner)}` : null),
  "one point": ({ margin, winner, first, decider }) => (margin === 1 ? `${winner} by ONE point${first.total % 50 === 1 && pointsOf(first, "Users") % 50 === 1 ? ", thanks to a single user" : thanks(decider)}` : null),
  penalty: ({ scores, first, called }) => {
    const robbed = scores.find((score) => score.seat !== first.seat && pointsOf(score, PENALTY) < 0 && score.total - pointsOf(score, PENALTY) > first.total);
    return robbed ? `${points(-pointsOf(robbed, PENALTY))} lost to Toxicity cost ${within(called(robbed.seat))} the victory` : null;
  },
  secret: ({ decider, winner }) => (decider === SECRET ? `A Hidden Agenda decides it for ${within(winner)}` : null),
  snatched: ({ samples, first, winner, called }) => {
    const before = leaderAt(samples.at(-2)?.totals ?? [0, 0]);
    return before > 0 && before !== first.seat ? `${winner} ${winner === "You" ? "snatch" : "snatches"} it from ${within(called(before))} at the very end` : null;
  },
  comeback: (facts) => {
    const when = lastTimeLast(facts, facts.first.seat);
    return facts.seats.length > 2 && when >= 0.5 ? `${facts.winner} ${does(facts.winner, "come")} from last to first ${WHEN.find(([least]) => when >= least)?.[1] ?? ""}` : null;
  },
  narrow: ({ margin, first, winner, decider }) => (margin > 1 && margin <= Math.max(2, first.total * NARROW) ? `${winner} by ${points(margin)}${thanks(decider)}` : null),
  worlds: ({ scores, first, winner }) => {
    const worlds = worldsOf(scores, first.seat);
    return worlds.length >= MANY_WORLDS ? `${winner} ${has(winner)} the most people on ${worlds.length} worlds` : null;
  },
  "from start to finish": ({ samples, first, winner }) => (samples.length > 10 && course({ samples }).every(({ totals }) => leaderAt(totals) === first.seat) ? `${winner} ${does(winner, "lead")} from start to finish` : null),
  "many leads": (facts) => {
    const changes = leadChanges(facts);
    return changes >= MANY_LEADS ? `The lead changes hands ${changes} times, and stays with ${within(facts.winner)}` : null;
  },
  twice: ({ first, second, winner }) => (second.total > 0 && first.total >= 2 * second.total ? `${winner} ${has(winner)} twice as many points as anybody else` : null),
  "all Milestones": ({ first, scores, winner }) => (pointsOf(first, MILESTONES) > 0 && scores.every((score) => score === first || pointsOf(score, MILESTONES) === 0) ? `Only ${within(winner)} ${has(winner)} points from Milestones` : null),
  cards: ({ first, winner }) => (pointsOf(first, CARDS) * 2 > first.total && first.total > 0 ? `${winner} ${has(winner)} ${number(pointsOf(first, CARDS))} of ${number(first.total)} points from cards` : null),
  "own end": ({ drew, first, winner }) => (drew === first.seat ? `${winner} ${does(winner, "end")} the game, and ${does(winner, "win")}` : null),
  "another's end": ({ drew, first, winner, called }) => (drew > 0 && drew !== first.seat ? `${called(drew)} ${does(called(drew), "end")} the game, and ${within(winner)} ${does(winner, "win")}` : null),
  worldwide: ({ ending, winner }) => (ending === "all tracks populated" ? `Every world is settled, and ${within(winner)} ${has(winner)} the most points` : null),
  plain: ({ winner, first, margin }) => `${winner} with ${points(first.total)}, ${number(margin)} ahead`,
};

export const HEADLINES = Object.keys(KINDS);

/** `called`: "You", "Ada". */
export function headlineOf(ended: Ended, called: (seat: number) => string): Headline {
  const [first, second = first] = [...ended.scores].sort((a, b) => a.place - b.place);
  if (!first || !second) {
    return { kind: "none", text: "The end" };
  }
  const seats = ended.scores.map(({ seat }) => seat);
  const decider = deciderOf(rowsOf(ended.scores), first.seat, seats)?.label ?? null;
  const facts: Facts = { ...ended, first, second, margin: first.total - second.total, winner: called(first.seat), called, seats, decider };
  for (const [kind, say] of Object.entries(KINDS)) {
    const text = say(facts);
    if (text !== null) {
      return { kind, text };
    }
  }
  return { kind: "none", text: "The end" };
}
