// 6 Billion in words: one's cards, people and points, each rival's, the map site by site, the cards in the middle, the order of turn.
//
// Must never hold a number of the game: worths and limits come out of the edition, who would get points out of the engine's score.
import type { MoveParts, View } from "../../engine/types";
import { CARDS, type Parts } from "../../generated/six-billion";
import { editionOf } from "../edition";
import { count, scorePart, sentence, type Answer, type Moment, type Part, type Row, type TextOfGame } from "../text";
import { list } from "../../ui/words";
import { endsWhen, warningsOf } from "./ending";
import { intended } from "./intended";
import { findsOf } from "./tips";
import { REST } from "./ask/turnEnd";
import { boardOf, colourOf, countOf, docked, leadersOf, limitWords, neutralsOf, playersOf, seatOf, totalOf, underTreaty, type Board, type Site, type SixView } from "./view";
import { cardOf } from "./choosing";
import { bothActions, capital, cardLook, cardTitle, KINDS, siteName, STEPS } from "./words";

const SYMBOLS = ["dollar", "smiley", "leaf"];

/** A card with all that its face and its page say. */
function cardText(code: string, board: Board): string {
  const look = cardLook(code, board.cards.get(code));
  const symbols = look.symbol ? `, symbol ${look.symbols > 1 ? `${look.symbols} times ` : ""}${capital(look.symbol)}` : "";
  return `${cardTitle(look)}: ${KINDS[look.kind]}${look.points > 0 ? `, ${count(look.points, "point")}` : ""}${symbols}. ${sentence(look.does)}`;
}

function cardRow(code: string, board: Board, copies = 1, tries?: string[]): Row {
  const look = cardLook(code, board.cards.get(code));
  const says = (CARDS[code] ?? CARDS[code.split("-")[0] ?? code])?.about;
  return { text: sentence(`${copies > 1 ? `${copies} times ` : ""}${cardText(code, board)}`), about: { name: cardTitle(look), says, ...(tries ? { tries } : {}) } };
}

/** Everywhere that one lives, and who waits in boxes, in the order of the board. */
function peopleRows(view: SixView, colour: string, board: Board): Row[] {
  const homes = board.sites.flatMap(({ site }) => {
    const people = view.tracks[site]?.[colour];
    return people ? [`${people.toLocaleString("en")} on ${siteName(site)}`] : [];
  });
  const waiting = board.sites.flatMap(({ site }) =>
    (["colonies", "migrants"] as const).flatMap((half) =>
      docked(view, site, half)
        .filter((one) => one.colour === colour)
        .map(({ billions }) => `${billions} ${half === "colonies" ? "in a colony" : "as migrants"} in the box of ${siteName(site)}`),
    ),
  );
  return [
    { text: sentence(homes.length > 0 ? `Billions of people: ${list(homes)}` : "No people on any site") },
    ...(waiting.length > 0 ? [{ text: sentence(`Billions on their way: ${list(waiting)}`) }] : []),
  ];
}

function playerRows(view: SixView, colour: string, board: Board, moment: Moment): Row[] {
  const total = totalOf(moment.look, view, colour);
  const agenda = view.agendas[colour];
  const found = findsOf(view, colour);
  return [
    { text: sentence(`${count(view.points[colour] ?? 0, "point")} of cards${total === undefined ? "" : `, ${count(total, "point")} in all ${moment.state === "over" ? "at the end" : "if the game ended now"}`}`) },
    { text: sentence(`${count(countOf(view.hands[colour]), "card")} in hand`) },
    ...peopleRows(view, colour, board),
    ...(underTreaty(view, colour) ? [{ text: "Under the Opening Treaty: others need consent for what touches the Earth token." }] : []),
    ...(agenda ? [{ text: sentence(`Hidden Agenda: ${agenda === "?" ? "not known to you" : siteName(agenda)}`) }] : []),
    ...(found.length > 0 ? [{ text: sentence(`Discovery cards: ${list(found)}`) }] : []),
    ...(view.markers ? [{ text: sentence(`Discovery Tracks: ${list(SYMBOLS.map((symbol) => `${capital(symbol)} ${view.markers?.[colour]?.[symbol] ?? 0}`))}`) }] : []),
  ];
}

/** What a card is used up for another way: not what it is for. */
const ASIDE: readonly Parts["verb"][] = ["discard", "symbol"];

function handPart(view: SixView, own: string, board: Board, choices: NonNullable<Moment["choices"]>): Part | null {
  const held = view.hands[own];
  if (!Array.isArray(held)) {
    return null;
  }
  const codes = [...new Set(held)];
  const neutrals = neutralsOf(view);
  const can = new Set(choices.flatMap(({ parts }) => (ASIDE.includes((parts as unknown as Parts).verb) ? [] : (cardOf(parts as unknown as Parts, neutrals) ?? []))));
  return {
    id: "hand",
    title: `Your hand, ${count(held.length, "card")}`,
    rows: codes.map((code) => cardRow(code, board, held.filter((one) => one === code).length, can.has(code) ? undefined : intended(code, view, own, board))),
  };
}

/** Who stands where, who would get what for it, and how near the limit is. */
export function siteRow(site: Site, view: SixView, board: Board, moment: Moment): Row {
  const leaders = leadersOf(view, board, moment.look, siteName).get(site.site) ?? [];
  const there = Object.entries(view.tracks[site.site] ?? {})
    .filter(([, people]) => people > 0)
    .sort((a, b) => b[1] - a[1]);
  const box = (half: "colonies" | "migrants", words: string): Row[] => {
    const ships = docked(view, site.site, half);
    return ships.length > 0 ? [{ text: sentence(`${words} in the box: ${list(ships.map(({ colour, billions }) => `${capital(colour)} ${billions}`))}`) }] : [];
  };
  return {
    text: sentence(
      `${siteName(site.site)}: ${there.length === 0 ? "nobody lives here" : list(there.map(([colour, people]) => `${capital(colour)} ${people.toLocaleString("en")}`))}`,
    ),
    rows: [
      {
        text: sentence(
          `${site.worth.join(", ")} points for first, second, third${leaders.length > 0 ? `; as it stands ${list(leaders.map(({ colour, points, twice }) => `${capital(colour)} gets ${points}${twice ? ` (twice ${points / 2}, by ${twice})` : ""}`))}` : ""}`,
        ),
      },
      { text: sentence(`${limitWords(view, site)}. The track ends at ${site.last.toLocaleString("en")}`) },
      ...box("colonies", "Colonies"),
      ...box("migrants", "Migrants"),
    ],
  };
}

function middlePart(view: SixView, board: Board): Part {
  const top = view.discard[0];
  return {
    id: "middle",
    title: "Cards in the middle",
    rows: [
      { text: "Open cards:", rows: view.open.map((code) => (code ? cardRow(code, board) : { text: "An empty place." })) },
      { text: sentence(`Deck: ${count(countOf(view.deck), "card")}`) },
      top ? { ...cardRow(top, board), text: sentence(`Discard pile: ${count(view.discard.length, "card")}, on top ${cardTitle(cardLook(top, board.cards.get(top)))}`) } : { text: "The discard pile is empty." },
      { text: sentence(`Discovery deck: ${count(view.discovery_deck.length, "card")}`) },
    ],
  };
}

function orderPart(view: SixView, board: Board, { nameOf, state, whoIs }: Moment): Part {
  const players = playersOf(view);
  const going = state === "playing";
  const between = SYMBOLS.includes(view.step);
  const at = view.order.indexOf(view.to_move);
  return {
    id: "order",
    title: "Order of turn",
    rows: [
      {
        text: sentence(
          `Game turn ${view.turn}${!going ? ", the game is over" : between ? `, between two turns: ${STEPS[view.step] ?? view.step}` : `, ${capital(view.to_move)}'s turn: ${STEPS[view.step] ?? view.step}`}`,
        ),
      },
      ...(going ? [{ text: sentence(endsWhen(view, board.sites)) }] : []),
      ...view.order.map((colour, i) => {
        const seat = seatOf(view, colour);
        const who = seat === 0 ? "Neutral" : nameOf(seat) === "You" ? "you" : whoIs(seat);
        const when = !going || between ? "" : i < at ? ", has moved" : i === at ? `, moves now${seat === 0 && view.acting ? `, ${capital(view.acting)} decides for it` : ""}` : "";
        return { text: sentence(`${i + 1}. ${capital(colour)}${who ? ` (${who})` : ""}${when}`) };
      }),
      ...(view.markers
        ? SYMBOLS.map((symbol) => ({
            text: sentence(`${capital(symbol)} track, to ${board.trackLast}: ${list(players.map((colour) => `${capital(colour)} ${view.markers?.[colour]?.[symbol] ?? 0}`))}`),
          }))
        : []),
    ],
  };
}

/** Everything that lies on the table, in the order in which one looks at it. */
export function partsOf(view: SixView, board: Board, moment: Moment): Part[] {
  const players = playersOf(view);
  const own = moment.you ? players[moment.you - 1] : undefined;
  const hand = own ? handPart(view, own, board, moment.choices ?? []) : null;
  return [
    ...(hand ? [hand] : []),
    ...(own ? [{ id: "own", title: `You, ${capital(own)}`, rows: playerRows(view, own, board, moment) }] : []),
    ...players.filter((colour) => colour !== own).map((colour) => {
      const who = moment.whoIs(seatOf(view, colour));
      return { id: colour, title: `${capital(colour)}${who ? `, ${who}` : ""}`, rows: playerRows(view, colour, board, moment) };
    }),
    ...neutralsOf(view).map((colour) => ({ id: colour, title: `${capital(colour)}, Neutral`, rows: peopleRows(view, colour, board) })),
    { id: "map", title: "The map", rows: board.sites.map((site) => siteRow(site, view, board, moment)) },
    middlePart(view, board),
    orderPart(view, board, moment),
    scorePart(moment),
  ];
}

/** A whole sentence, and the card or the step with which it stands. */
export function answerOf(text: string, move: Parts, view: SixView, board: Board): Answer {
  const { site = "", from = "", to = "", discovery = "?", cards = [], places = 1 } = move;
  const titled = (code: string): string => (code === "?" ? "a card" : cardTitle(cardLook(code, board.cards.get(code))));
  const card = cardOf(move, neutralsOf(view));
  const own = colourOf(view, view.viewer);
  const whose = move.faction && move.faction !== own ? `${capital(move.faction)}'s` : "your";
  const stands = (colour: string | undefined, where: string): string => {
    const people = view.tracks[where]?.[colour ?? ""];
    return people ? ` (${people.toLocaleString("en")})` : "";
  };
  const mover = move.faction ?? view.to_move;
  const found = discovery === "?" ? "the hidden card" : siteName(discovery);
  const named = card ? titled(card) : "";
  const SENTENCES: Record<Parts["verb"], string> = {
    grow: `Double freely on ${siteName(site)}${stands(mover, site)}`,
    settle: `Settle on ${siteName(site)} out of its box`,
    colony: `${named}: from ${whose} ${siteName(from)}${stands(mover, from)} to ${siteName(to)}`,
    migrants: `${named}: from ${whose} ${siteName(from)}${stands(mover, from)} to ${siteName(to)}`,
    double: `${named}: double ${whose} ${siteName(site)} token${stands(mover, site)}`,
    recycle: `${named}: on ${siteName(site)}${stands(mover, site)}`,
    discover: `${named}: draw a Discovery card`,
    trouble: `${named}: against ${whose} colonies in the box of ${siteName(site)}`,
    home: `${named}: against ${whose} migrants in the box of ${siteName(site)}`,
    reveal: `Reveal the Discovery card ${found}${bothActions(discovery)}`,
    symbol: `Use ${list(cards.map(titled))} for the ${capital(move.track ?? "")}`,
    cancel: `Cancel it with ${named}`,
    respond: `Answer with ${named}`,
    consent: "Consent",
    refuse: "Refuse",
    keep: "Keep the card",
    drop: "Let the card go",
    halve: `Halve your token on ${siteName(site)}${stands(own, site)}`,
    return: `Give back the Discovery card ${found}`,
    discard: `Discard ${titled(move.card ?? "?")}`,
    take: `Take ${titled(move.card ?? "?")} from the open cards`,
    deck: "Draw a card from the deck",
    send: `Send ${count(move.billions ?? 1, "billion", "billion")} of ${capital(view.to_move)} from ${siteName(from)}${stands(view.to_move, from)} to ${siteName(to)}`,
    "power-up": `${capital(move.power ?? "")} power: ${count(places, "place")} up`,
    "power-down": `${capital(move.power ?? "")} power: ${count(places, "place")} down`,
    "power-leaf": `Leaf power: ${capital(move.faction ?? "")} to place ${move.place}`,
    pass: "Pass",
  };
  const GROUPS: Partial<Record<Parts["verb"], string>> = {
    grow: "Free doubling",
    settle: "Establishment",
    reveal: "Reveal a Discovery card",
    return: "Give back a Discovery card",
    halve: "Halve a token",
    discard: "Discard a card",
    take: "Take an open card",
    send: `Send from ${siteName(from)}`,
    symbol: `For the ${capital(move.track ?? "")}`,
    "power-leaf": `${capital(move.faction ?? "")} to another place`,
  };
  return { move: text, group: GROUPS[move.verb] ?? (move.from ? `${named}, from ${siteName(from)}` : named), text: SENTENCES[move.verb] };
}

/** The end of one's turn as one answer: what is put away, and the rest from the deck. All can be kept so where somebody holds more than oneself. */
function turnEnds({ choices = [], view: seen, you }: Moment, board: Board): Answer[] {
  const view = seen as SixView;
  const held = playersOf(view).map((colour) => countOf(view.hands[colour]));
  const room = held.some((cards) => cards > (held[(you ?? 0) - 1] ?? 0));
  return choices.some(({ parts }) => parts.verb === "discard")
    ? choices
        .filter(({ parts }) => parts.verb === "discard" || room)
        .map(({ text, parts: { card } }) => ({ move: text, then: REST, group: "End your turn", text: `${typeof card === "string" ? `Discard ${cardTitle(cardLook(card, board.cards.get(card)))}` : "Keep all"}, draw the rest from the deck, and end your turn` }))
    : [];
}

export async function textOf(view: View): Promise<TextOfGame> {
  const board = boardOf(await editionOf(view), view.options);
  return {
    parts: (moment) => partsOf(moment.view as SixView, board, moment),
    answer: (move, parts: MoveParts, { view: now }) => answerOf(move, parts as unknown as Parts, now as SixView, board),
    whole: (moment) => turnEnds(moment, board),
    warnings: (now, you, move) => warningsOf(now as SixView, board.sites, (colour) => (playersOf(now as SixView)[(you ?? 0) - 1] === colour ? "You" : capital(colour)), move as Parts | undefined),
  };
}
