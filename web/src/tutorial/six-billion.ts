// The course of 6 Billion: seven lessons on real positions, then a game of a few turns against an easy bot.
//
// Must stay playable: tests/tutorial.test.ts has every position loaded by the engine and every move made that is waited for.
import { lessonsOf, type Course, type Moment } from "./lesson";

const GAME = "six-billion";
const MAP = ".six .map";
const CARD = (code: string): string => `.hand [data-card="${code}"]`;
/** A track, on the map or as a rail of the telephone. */
const TRACK = (site: string): string => `.sky [data-site=${site}], .rail[data-site=${site}]`;
const BOX = (site: string): string => `.sky [data-box=${site}], .rail[data-site=${site}]`;

const lessons = lessonsOf(GAME, [
  {
    id: "map",
    title: "Out into the Solar System",
    position: {
      seats: 2,
      turn: 2,
      tracks: { earth: { red: 8, blue: 8, pink: 4 }, venus: { blue: 2 }, belt: { pink: 1 } },
      hands: { red: ["colony2", "double", "migrants12", "recycle", "death", "war"], blue: 6 },
      agendas: { red: "mars", blue: "belt" },
    },
    steps: [
      {
        say: `Ten places from Mercury to Pluto. At each a **track** tells how many people live there, in billions: 1, 2, 4, 8 and so on.

          You are **Red**, the circle. Blue is your rival; Pink is a **Neutral**, who belongs to nobody and grows all the same.`,
        ring: MAP,
      },
      {
        say: `When the game ends, every place pays its **largest population**, the second and the third: 8, 4, 2 points at Earth, Mars and the
          Asteroid Belt, 4, 2, 1 elsewhere. So be early, and be many.`,
        ring: MAP,
      },
      {
        say: `In your turn you have two **Actions**, played with cards. Take **New Colony 2**, then **Mars**: your people on Earth send it, for
          you live nowhere else. The 2 is how far it goes. What the move would do is shown before you say **Do it**.`,
        ring: CARD("colony2"),
        want: ["colony 2 earth mars"],
        instead: {
          "colony 2 earth": "A fine place, but nobody lives on Mars yet, and Mars pays more. Go there.",
          pass: "Not yet: you have two Actions. Send a colony first.",
          "": "That is for later. First a New Colony to Mars.",
        },
      },
      {
        say: `A billion now waits in the **box** at Mars. From 8 it cost Earth nothing; from 2 or 4 it would have halved them. At your next turn
          it settles on the track.`,
        ring: BOX("mars"),
      },
    ],
  },
  {
    id: "growth",
    title: "Growing, and room to grow",
    position: {
      seats: 2,
      turn: 4,
      step: "grow",
      tracks: { earth: { red: 16, blue: 16, pink: 8 }, jupiter: { red: 4, blue: 16, pink: 16 }, belt: { red: 8, pink: 4 } },
      boxes: { mars: { red: "c2" }, saturn: { red: "c1" } },
      hands: { red: ["double", "migrants12", "recycle", "death", "war", "home"] },
      agendas: { red: "mars", blue: "belt" },
    },
    steps: [
      {
        say: `A turn begins with **free doubling**: each of your populations doubles where there is room. You only say in which order.

          Let **Earth** or the **Belt** grow.`,
        ring: ".ask",
        want: ["grow *"],
      },
      {
        say: `The others have grown as well, except on **Jupiter**. A track has a **growth limit**, ringed. Who stands on it fills the track, who
          stands on half of it fills half, on a quarter a quarter, **whoever** it is. Blue and Pink stand on 16 of 32: two halves, so Jupiter was
          full, and your 4 stayed.`,
        ring: TRACK("jupiter"),
      },
      {
        say: `Next, those who wait in boxes **settle**. Two billion wait at Mars and one at Saturn; choose either.`,
        ring: `${BOX("mars")}, ${BOX("saturn")}`,
        want: ["settle *"],
      },
      {
        say: `Both live there now, and will double in your next turn. Where there is no population there is nothing to double: so spread out
          early, and let time work for you.`,
        ring: `${BOX("mars")}, ${BOX("saturn")}`,
      },
    ],
  },
  {
    id: "actions",
    title: "Two Actions",
    position: {
      seats: 2,
      turn: 4,
      tracks: { earth: { red: 16, blue: 16, pink: 8 }, mars: { red: 8, blue: 2 }, venus: { pink: 4, blue: 8 }, belt: { red: 8 } },
      hands: { red: ["double", "double-neutral", "migrants12", "recycle", "death", "war"] },
      open: ["colony6", "souls", "discovery"],
      agendas: { red: "mars", blue: "belt" },
    },
    steps: [
      {
        say: `Now your two Actions. **Double** makes one population of yours double at once, whatever the growth limit says. Take it and double
          **Mars**.`,
        ring: CARD("double"),
        want: ["double mars"],
        instead: { "double pink": "That is the other Double, the one for Neutrals. Take the plain one.", double: "Mars pays more, and your agenda names it. Double Mars.", "": "First Double Mars." },
      },
      {
        say: `Some cards are for **others**: 2 points at once for a Neutral, 3 for another player. Choose where it harms you least. Take **Double, a
          Neutral**, and double Pink.`,
        ring: CARD("double-neutral"),
        want: ["double pink *"],
        instead: { pass: "One Action is left, and two points with it. Double Pink.", "": "A good card, but take the two points: Double, a Neutral." },
      },
      {
        say: `After your Actions you may throw away **one** card that you do not want, and then draw until you hold six. In a game one press does
          all that; here it goes step by step. Keep all for now.

          Without any Action in a turn your whole hand would go, so always do something.`,
        ring: ".ask",
        want: ["pass"],
        instead: { discard: "It may come in handy. Keep all for now." },
      },
      {
        say: `Draw: one of the three **open** cards, or the unseen top of the **deck**.`,
        ring: ".ask, .piles",
        want: ["take *", "deck"],
      },
      { say: `And the last one.`, ring: ".ask, .piles", want: ["take *", "deck"] },
      {
        say: `That was a turn. Then come the others, in an order that is drawn anew each time.

          A secret: your **Hidden Agenda** is Mars. It doubles your points there at the end. Blue has one, too.`,
        ring: ".side",
      },
    ],
  },
  {
    id: "windows",
    title: "Stopping others",
    position: {
      seats: 2,
      turn: 5,
      to_move: "blue",
      event: { site: "mars" },
      tracks: { earth: { red: 16, blue: 16, pink: 8 }, mars: { red: 8, blue: 16 }, belt: { blue: 8 } },
      hands: { red: ["pestilence", "double", "migrants12", "recycle", "home", "war"] },
      agendas: { red: "mars", blue: "belt" },
    },
    steps: [
      {
        say: `Blue's turn, and Mars is about to go from 16 to 32, four times your own. You are asked first: **Cancel cards**, red, are
          played in the turns of others and cost no Action.

          **Pestilence** stops one free doubling. Play it.`,
        ring: `${TRACK("mars")}, ${CARD("pestilence")}`,
        want: ["pestilence"],
        instead: { pass: "Then Blue doubles. Mars is worth a card: play Pestilence." },
      },
      {
        say: `Blue stays on 16. **Death** stops a card Double, **Famine** either of the two, **Save Our Souls** saves a box.

          If such questions come too often, a whole game offers an **automatic answer** beneath them; it answers for you until you end it.`,
        ring: TRACK("mars"),
      },
    ],
  },
  {
    id: "answers",
    title: "Answering them",
    position: {
      seats: 2,
      turn: 5,
      tracks: { earth: { red: 16, blue: 16, pink: 8 }, mars: { red: 8, blue: 16 }, belt: { red: 32, blue: 8 } },
      hands: { red: ["double", "politics", "war", "migrants12", "recycle", "home"], blue: ["death", "double"] },
      agendas: { red: "mars", blue: "belt" },
    },
    steps: [
      {
        say: `The Belt has no growth limit and goes up to 1024. **Double** your people there.`,
        ring: CARD("double"),
        want: ["double belt"],
        instead: { "": "The Belt, please: take Double, then your 32 there." },
        then: ["death"],
      },
      {
        say: `Blue stops it with **Death**. But a Cancel card can be answered: **War** makes Blue halve a population of its own, **Power Politics**
          cancels the card. Play **Power Politics**.`,
        ring: ".ask",
        want: ["politics"],
        instead: { war: "That hurts Blue, but Death would still work. Power Politics cancels it.", pass: "Then your Double is lost. Play Power Politics." },
      },
      { say: `Death does nothing, and the Belt has doubled to 64. Answers can be answered, too; the last card played is settled first.`, ring: TRACK("belt") },
    ],
  },
  {
    id: "discoveries",
    title: "Discoveries",
    position: {
      seats: 2,
      turn: 5,
      tracks: { earth: { red: 16, blue: 16, pink: 8 }, mars: { red: 8, blue: 16 }, saturn: { blue: 4 } },
      hands: { red: ["discovery", "double", "recycle", "home", "war", "death"] },
      discovery_deck: ["saturn"],
      agendas: { red: "mars", blue: "belt" },
    },
    steps: [
      {
        say: `**Make A Discovery** gives you a secret card that names a planet. At the end it **doubles your points** there. From the third
          turn on it can be played: do it.`,
        ring: CARD("discovery"),
        want: ["discover"],
        instead: { "": "First Make A Discovery." },
      },
      {
        say: `It is **Saturn**. Its other use: **reveal** it as an Action, and a billion of yours comes to the box there, from nowhere and however far it
          is. It still doubles your points. Reveal it.`,
        ring: ".ask, .side",
        want: ["reveal saturn"],
        instead: { "": "Saturn waits: reveal your Discovery." },
      },
      { say: `A colony is on its way to Saturn, and nobody had to leave home for it.`, ring: BOX("saturn") },
    ],
  },
  {
    id: "end",
    title: "The end",
    position: {
      seats: 2,
      turn: 12,
      step: "grow",
      tracks: {
        earth: { red: 64, blue: 32, pink: 64 },
        mars: { red: 32, blue: 16 },
        belt: { red: 512, blue: 64 },
        venus: { blue: 16, pink: 8 },
        jupiter: { red: 16, pink: 32 },
        saturn: { red: 16, blue: 4 },
        uranus: { red: 2 },
      },
      points: { red: 5, blue: 8 },
      hands: { red: ["double", "recycle", "home", "war", "death", "famine"] },
      agendas: { red: "mars", blue: "belt" },
      discoveries: { red: ["saturn up"] },
    },
    steps: [
      {
        say: `A game ends **at once** when somebody reaches **1024** on the Belt or on Earth, or when people live at **all ten** places.

          You stand on 512 on the Belt. Double, and look what happens.`,
        ring: TRACK("belt"),
        want: ["grow belt"],
        instead: { "": "You may begin there, too; but let the Belt grow now." },
      },
      {
        say: `The end. Every place pays its first three; the Hidden Agenda and the Discovery card double theirs. Shared places pay one point less,
          and what Pink has won nobody gets. Nothing that waits in a box counts.`,
      },
    ],
  },
]);

const ask = (moment: Moment, verb: string): boolean => moment.yours && moment.moves.some((move) => move.startsWith(verb));

export const course: Course = {
  game: GAME,
  title: "6 Billion",
  about: "Seven short lessons, then a short game. Ten minutes in all.",
  lessons,
  last: {
    title: "A short game",
    say: `Now a game of six turns against an easy rival. Colonies first, far and wide. What lights up can be done, and **Hint** says what is good.`,
    seats: 2,
    bot: "easy",
    options: { "turn-cap": "6" },
    tips: [
      {
        id: "treaty",
        say: `While somebody lives on Earth alone, others must **ask** before they use or stop that population. You are asked now.`,
        when: (moment) => ask(moment, "consent"),
      },
      {
        id: "neutral",
        say: `You decide for the **Neutral** now: it goes to whoever has least. Where its migrant goes is up to you: where it harms you least.`,
        when: (moment) => ask(moment, "send"),
      },
      {
        id: "window",
        say: `Somebody is about to double. Stop it with one of the cards shown, or pass. **Don't ask again** spares you the question.`,
        when: (moment) => moment.yours && moment.window,
      },
      {
        id: "grow",
        say: `Free doubling: only the order is yours. The order **all** does it for you, the best first.`,
        when: (moment) => ask(moment, "grow"),
      },
      {
        id: "draw",
        say: `Draw until you hold six. A New Colony with a great reach, or a second one: that is what the first turns are for.`,
        when: (moment) => ask(moment, "take"),
      },
      {
        id: "act",
        say: `Two Actions. Take a card, then whatever lights up. Send colonies out from people on 8 or more: it costs them nothing.`,
        when: (moment) => ask(moment, "colony") || ask(moment, "migrants"),
      },
    ],
  },
};
