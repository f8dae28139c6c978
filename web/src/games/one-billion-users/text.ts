// One Billion Users in words: one's hand and platform, each rival's platform, the middle, whose turn it is.
//
// Must never find out by itself what a card is worth: figures come from the edition, words from the engine's rows.
import type { MoveParts, View } from "../../engine/types";
import { CARDS, type Parts } from "../../generated/one-billion-users";
import { count, scorePart, sentence, type Answer, type Moment, type Part, type Row, type TextOfGame } from "../text";
import { list, within } from "../../ui/words";
import { amountOf, boxOf, cardOf, KIND_NAMES, purposeOf, type Box, type Card } from "./cards/cards";
import { attemptOn, isAside, moveOf, sayMove, type Move } from "./moves";
import { cautionOf } from "./waste";
import { counterOf } from "./counters";
import { wayOf } from "./milestones";
import { deckWords, eventUnderWay, iconsOf, influencersOf, millions, usersOf, type ObuView, type Platform } from "./view";

const MILESTONES = ["One Billion", "Two Billion", "Three Billion"];
const ORDER = ["community", "blocker", "hotfix", "safeguard", "action"];

const known = (name: string): boolean => name !== "?";

const inWhole = (words: string): string => words.replace(/(\d) M\b/g, "$1 million");

/** A card as one hears it: what it is (unless that has been said), its figures in whole words, what it does in a few. */
function spokenCard(card: Card, pokes = 0, kind = true): string {
  if (card.kind === "back") {
    return "A hidden card";
  }
  const amount = amountOf(card, pokes);
  const users = card.users > 0 && card.users < 1 && pokes === 0 ? "1 User" : `${amount} million Users${pokes > 0 ? `, ${50 * pokes} million of them by Pokes` : ""}`;
  const figures = card.kind === "community" || card.kind === "influencer" ? [users, `Toxicity ${card.toxicity}`] : [];
  const words = [`${kind ? `${KIND_NAMES[card.kind]} ` : ""}${card.name}`, ...figures, ...(card.words ? [inWhole(card.words)] : [])];
  return words.join(", ");
}

function cardRow(box: Box, name: string, more = "", pokes = 0, kind = true): Row {
  const card = cardOf(box, name);
  const says = inWhole(purposeOf(card)) || undefined;
  return { text: sentence(`${spokenCard(card, pokes, kind)}${more}`), ...(known(name) ? { about: { name, says } } : {}) };
}

/** Cards by kind and size, as a hand is held. */
export function inHand(hand: readonly string[], box: Box): string[] {
  return [...hand].sort((a, b) => {
    const [one, two] = [cardOf(box, a), cardOf(box, b)];
    return ORDER.indexOf(one.kind) - ORDER.indexOf(two.kind) || one.users - two.users || a.localeCompare(b);
  });
}

function usersRow(platform: Platform, penalty: number, claimed: readonly number[], more: number): Row[] {
  const users = millions(platform.users);
  const { next, needs } = wayOf(claimed, more);
  const missing = next === null ? 0 : needs - users;
  const icons = iconsOf(platform);
  return [
    { text: sentence(`${users.toLocaleString("en")} million Users${missing > 0 ? `; ${missing.toLocaleString("en")} million more make ${MILESTONES[(next ?? 1) - 1]}` : ""}`) },
    {
      text: sentence(
        `Toxicity ${platform.toxicity} against ${count(icons, "User icon")}${penalty < 0 ? `: as it stands a Toxicity Penalty of ${penalty.toLocaleString("en")} points, until there are as many User icons` : ""}`,
      ),
    },
  ];
}

function platformRows(platform: Platform, seat: number, own: boolean, box: Box, moment: Moment): Row[] {
  const score = moment.look?.scores.find((one) => one.seat === seat);
  const penalty = score?.items.find(({ label }) => label === "Toxicity Penalty")?.points ?? 0;
  const communities = [...platform.communities].sort((a, b) => cardOf(box, a).users - cardOf(box, b).users);
  const influencers = influencersOf(platform);
  const network = platform.network && platform.network !== "none" ? platform.network : null;
  return [
    ...usersRow(platform, penalty, (moment.view as ObuView).platforms.flatMap(({ milestones }) => milestones), network ? cardOf(box, network).more : 0),
    ...(score ? [{ text: sentence(`${count(score.total, "point")}${moment.state === "over" ? "" : " if the game ended now"}`) }] : []),
    ...(network ? [{ text: sentence(`Network ${network}`), about: { name: network, says: CARDS[network]?.about } }] : []),
    platform.blocker
      ? {
          ...cardRow(box, platform.blocker, ", active here"),
          rows: [{ text: sentence(platform.ground.length === 0 ? "No card is ground on it" : `${count(platform.ground.length, "card")} ground on it${groundOn(platform.ground)}`) }],
        }
      : { text: "No active Blocker." },
    communities.length === 0 ? { text: "No Community." } : { text: `${count(communities.length, "Community", "Communities")}:`, rows: communities.map((name) => cardRow(box, name, "", 0, false)) },
    influencers.length === 0
      ? { text: "No Influencer." }
      : {
          text: `${count(influencers.length, "Influencer")}:`,
          rows: influencers.map((one) => cardRow(box, one.name, one.pokes || one.pushes ? `, ${[one.pokes ? count(one.pokes, "Poke") : "", one.pushes ? count(one.pushes, "Push", "Pushes") : ""].filter(Boolean).join(" and ")} under it` : "", one.pokes, false)),
        },
    ...platform.safeguards.map((name) => cardRow(box, name, ", set up here")),
    ...platform.countered.map((name) => cardRow(box, name, ", lies sideways: it has countered")),
    ...(platform.milestones.length > 0 ? [{ text: sentence(`Milestones: ${list(platform.milestones.map((number) => MILESTONES[number - 1] ?? ""))}`) }] : []),
    { text: sentence(platform.stack.length === 0 ? "No resolved Blocker or Hotfix in the stack" : `In the stack, resolved: ${list(platform.stack)}`) },
    ...(own ? [] : [{ text: sentence(`${count(platform.hand.length, "card")} in hand`) }]),
  ];
}

function groundOn(ground: readonly string[]): string {
  const open = ground.filter(known);
  return open.length > 0 ? `, of which you know ${list(open)}` : "";
}

function handPart(platform: Platform, seat: number, box: Box, view: ObuView, choices: NonNullable<Moment["choices"]>): Part {
  const can = new Set(choices.map(({ text, parts }) => moveOf(text, parts as unknown as Parts)).filter((move) => !isAside(move)).map(({ card }) => card));
  return {
    id: "hand",
    title: `Your hand, ${count(platform.hand.length, "card")}`,
    rows: inHand(platform.hand, box).map((name) => {
      const row = cardRow(box, name);
      const attempt = can.has(name) ? null : attemptOn(name, cardOf(box, name).kind, seat, view.seats);
      return { ...row, ...(row.about ? { about: { ...row.about, tries: attempt ? [attempt] : [] } } : {}) };
    }),
  };
}

function middlePart(view: ObuView, box: Box, nameOf: (seat: number) => string): Part {
  const top = view.discard.at(-1);
  const event = view.event_pile.at(-1);
  const points = box.milestonePoints(view.seats);
  const holder = (number: number): number => view.platforms.findIndex((platform) => platform.milestones.includes(number)) + 1;
  return {
    id: "middle",
    title: "The middle of the table",
    rows: [
      { text: sentence(`Deck: ${count(view.deck.length, "card")}; ${deckWords(view)}`) },
      top ? { ...cardRow(box, top), text: sentence(`Discard pile, ${count(view.discard.length, "card")}, on top: ${spokenCard(cardOf(box, top))}`) } : { text: "The discard pile is empty." },
      event ? { ...cardRow(box, event), text: sentence(`${CARDS[event]?.lasts ? "Event in force, until the next Event" : eventUnderWay(view) ? "Event that is being carried out" : "The last Event, now over"}: ${event}. ${CARDS[event]?.about ?? ""}`) } : { text: "No Event yet." },
      {
        text: "Milestones:",
        rows: MILESTONES.map((name, i) => {
          const who = holder(i + 1);
          return { text: sentence(`${name}, ${count(points[i] ?? 0, "point")}: ${who > 0 ? `claimed by ${nameOf(who)}` : "free"}`) };
        }),
      },
    ],
  };
}

function turnPart(view: ObuView, { nameOf, whoIs, state }: Moment): Part {
  const seats = Array.from({ length: view.seats }, (_, i) => i + 1);
  return {
    id: "order",
    title: "Order of turn",
    rows: seats.map((seat) => ({
      text: sentence(`${nameOf(seat)}${whoIs(seat) ? ` (${whoIs(seat)})` : ""}${view.turn === seat && state === "playing" ? `, whose turn it is` : ""}`),
    })),
  };
}

/** Everything that lies on the table, in the order in which one looks at it. */
export function partsOf(view: ObuView, box: Box, moment: Moment): Part[] {
  const { you, nameOf } = moment;
  const own = you ? view.platforms[you - 1] : undefined;
  const rivals = view.platforms.map((_, i) => (((you ?? 1) - 1 + i) % view.seats) + 1).slice(you ? 1 : 0);
  return [
    ...(you && own ? [handPart(own, you, box, view, moment.choices ?? []), { id: "own", title: "Your platform", rows: platformRows(own, you, true, box, moment) }] : []),
    ...rivals.flatMap((seat) => {
      const platform = view.platforms[seat - 1];
      return platform ? [{ id: `seat-${seat}`, title: `Platform of ${nameOf(seat)}`, rows: platformRows(platform, seat, false, box, moment) }] : [];
    }),
    middlePart(view, box, nameOf),
    turnPart(view, moment),
    scorePart(moment),
  ];
}

/** The groups in which answers stand, by verb; a card's name makes one of its own where it can do several things. */
const GROUPS: Partial<Record<string, string>> = {
  launch: "Launch",
  return: "Return",
  add: "Add a Community",
  block: "Put a Blocker on a rival",
  fix: "Fix your Blocker",
  grind: "Grind your Blocker",
  guard: "Set up a Safeguard",
  poke: "Poke an Influencer",
  push: "Push an Influencer",
  discard: "Discard a card",
  sacrifice: "Sacrifice a Community",
  claim: "Claim a Milestone",
};

/** A whole sentence: what one does, with which card, to whom. */
export function answerOf(text: string, parts: Parts, view: ObuView, box: Box, nameOf: (seat: number) => string): Answer {
  const move = moveOf(text, parts);
  const card = move.card && move.card !== "?" ? move.card : "a card";
  const facts = cardOf(box, card);
  const figures = facts.kind === "community" ? ` (${usersOf(facts.users, "million")}, Toxicity ${facts.toxicity})` : "";
  const to = move.seat === undefined ? "" : within(nameOf(move.seat));
  const SENTENCES: Partial<Record<Parts["verb"], string>> = {
    launch: `Launch with ${card}${figures}`,
    return: `Return ${card}${figures}`,
    "draw-deck": "Draw a card from the deck",
    "draw-discard": `Take ${view.discard.at(-1) ?? "the top card"} from the discard pile`,
    add: `Add ${card}${figures} to your platform`,
    block: `Put ${card} on ${to}`,
    guard: `Set up ${card} on your platform`,
    "counter-push": counterOf(move, view, nameOf),
    give: `Give away ${card}${figures}`,
  };
  return { move: text, group: GROUPS[move.verb] ?? "", text: SENTENCES[move.verb] ?? sayMove(text, parts, nameOf) };
}

export async function textOf(view: View): Promise<TextOfGame> {
  const box = await boxOf(view);
  const guessed = [...box.cards.values()].some(({ kind, reconstructed }) => kind === "community" && reconstructed);
  return {
    ...(guessed ? { note: { text: "How many Users and how much Toxicity a Community has is reconstructed: its makers have published only some of these numbers.", link: { text: "Which numbers are reconstructed", href: "#/rules/one-billion-users/reconstructed" } } } : {}),
    parts: (moment) => partsOf(moment.view as ObuView, box, moment),
    answer: (move, parts: MoveParts, { view: now, nameOf, choices = [] }) => {
      const of = (text: string, its: MoveParts): Move => moveOf(text, its as unknown as Parts);
      const warning = parts.verb === "sacrifice" ? cautionOf(of(move, parts), choices.map((one) => of(one.text, one.parts)), now as ObuView, box) : "";
      return { ...answerOf(move, parts as unknown as Parts, now as ObuView, box, nameOf), ...(warning ? { warning } : {}) };
    },
  };
}
