// The course of One Billion Users: twelve lessons on real positions, then a short game against an easy bot.
//
// Must stay playable: tests/tutorial.test.ts has every position loaded by the engine and every move made that is waited for.
import { lessonsOf, type Course, type Moment } from "./lesson";

const GAME = "one-billion-users";
const MINE = ".own .platform";
const RIVALS = ".rivals .platform, .strip .summary";
const DECK = ".middle [data-anchor=deck]";
const DISCARD = ".middle [data-anchor=discard]";
const card = (name: string): string => `.hand [data-card="${name}"]`;

const lessons = lessonsOf(GAME, [
  {
    id: "platform",
    title: "Your platform",
    position: {
      seats: 2,
      phase: "play",
      platforms: [
        {
          communities: ["Pet Pictures", "Home Chefs", "Ranked Gamers"],
          hand: ["Family Photos", "Push", "Low on Funds", "Mod Training", "Troll Crackdown", "Poke", "Fundraising"],
        },
        { communities: ["Plant Parents", "Meme Workshop"], hand: ["Push", "Knit Night", "Bad Press", "PR Response", "Retro Arcade", "Poke"] },
      ],
    },
    steps: [
      {
        say: `You run a social network. This is **your platform**, and the big number counts its **Users**, in millions.

          A million Users is a point. Whoever has most points when the game ends has won.`,
        ring: MINE,
      },
      {
        say: `Users come with **Communities**, the green cards. People on a card are Users: a whole one is 100 million, half a one 50.
          **Bolts** are Toxicity. Of that you want little; why, you will see soon.`,
        ring: ".own .communities",
      },
      { say: `Your **rival** does the same over there. What lies on platforms is open to all, what is held in hand is not.`, ring: RIVALS },
      {
        say: `Your **hand** is down here. Take up **Family Photos**, then put it on your platform: by the button, by a click on the
          platform, or drag it there.`,
        ring: card("Family Photos"),
        want: ["add Family Photos"],
        instead: { "": "Only Family Photos this time: 200 million Users and not one bolt." },
      },
      { say: `200 million more, and they stay. That was the main thing one does in this game; the rest of it is what gets in the way.`, ring: `${MINE} .users` },
    ],
  },
  {
    id: "launch",
    title: "The launch",
    position: {
      seats: 2,
      phase: "launch",
      platforms: [
        { hand: ["Pet Pictures", "Prank Channels", "Vintage Synth Forum", "Push", "Low on Funds", "Server Upgrade", "PR Response"] },
        { hand: ["Craft Tutorials", "Outrage Engine", "Bad Press", "Mod Training", "Poke", "Fundraising", "Troll Crackdown"] },
      ],
    },
    steps: [
      {
        say: `A game begins with seven cards in every hand. Everybody picks **one Community** in secret, and all show theirs at once.

          Launch any of yours. A big one is a flying start, a clean one gives less to worry about.`,
        ring: ".hand",
        want: ["launch Pet Pictures", "launch *"],
        then: ["launch Craft Tutorials"],
      },
      { say: `Both Communities lie open now. One seat is drawn to begin, and from then on turns go round the table.`, ring: `${MINE}, ${RIVALS}` },
    ],
  },
  {
    id: "turn",
    title: "Draw one, play one",
    position: {
      seats: 2,
      platforms: [
        { communities: ["Pet Pictures"], hand: ["Push", "Low on Funds", "Mod Training", "Troll Crackdown", "Fundraising", "Server Upgrade"] },
        {
          communities: ["Plant Parents", "Celebrity Gossip"],
          blocker: "Overzealous Mods",
          hand: ["Short Dance Clips", "Push", "Bad Press", "PR Response", "Troll Crackdown", "Poke"],
        },
      ],
      deck: ["Craft Tutorials", "Server Upgrade", "Poke", "Fundraising"],
      discard: ["Bad Press"],
    },
    steps: [
      {
        say: `A turn is short: **draw a card, play a card**. You may draw from the deck, or take the open card on top of the discard pile.

          Draw from the **deck**.`,
        ring: DECK,
        want: ["draw deck"],
        instead: { "draw discard": "Bad Press would be yours, but leave it for now: draw from the deck." },
      },
      {
        say: `Craft Tutorials: 200 million, no bolt. You must play exactly one card each turn. **Add it.**`,
        ring: card("Craft Tutorials"),
        want: ["add Craft Tutorials"],
        instead: { "": "You may, but nothing else in your hand brings you Users. Add Craft Tutorials." },
        then: ["draw deck", "discard Short Dance Clips"],
      },
      {
        say: `Your rival could not use **Short Dance Clips** and threw it away, all 250 million. Take it from the **discard pile**.`,
        ring: DISCARD,
        want: ["draw discard"],
        instead: { "draw deck": "Who knows what lies there. Short Dance Clips lies open, and it is the best of the lot." },
      },
      { say: `Now add it.`, ring: card("Short Dance Clips"), want: ["add Short Dance Clips"], instead: { "": "First what you have just taken." } },
      {
        say: `So look at the discard pile before you draw, and before you throw something there: the next seat may want it.

          What nobody has a use for is discarded; that counts as the play of a turn and is always possible.`,
        ring: DISCARD,
      },
    ],
  },
  {
    id: "toxicity",
    title: "Toxicity",
    position: {
      seats: 2,
      phase: "play",
      platforms: [
        {
          communities: ["Outrage Engine", "Home Chefs"],
          hand: ["Craft Tutorials", "Comment Section Prime", "Push", "Mod Training", "Troll Crackdown", "Poke", "Fundraising"],
        },
        { communities: ["Plant Parents", "Meme Workshop"], hand: ["Push", "Knit Night", "Bad Press", "PR Response", "Poke", "Low on Funds"] },
      ],
    },
    steps: [
      {
        say: `Look at your **scale**: three User icons on one side, five bolts of Toxicity on the other. Whoever has **more bolts than User icons** at the end
          loses **500 points**.`,
        ring: ".own .scale",
      },
      {
        say: `One Community puts it right. Which? Add it.`,
        ring: ".hand",
        want: ["add Craft Tutorials"],
        instead: {
          "add Comment Section Prime": "300 million, but four bolts more: six people against nine bolts, and 500 points are gone. A clean one, please.",
          "": "That leaves the scale as it is. Add a Community without bolts.",
        },
      },
      {
        say: `Five against five. Equal is enough, the penalty is gone.

          There is a reward, too: **200 points** for a platform without any single card of three bolts or more. Outrage Engine has four,
          so you will hardly see it; your rival has it.`,
        ring: `.own .scale, .own .points`,
      },
    ],
  },
  {
    id: "blockers",
    title: "Trouble for others",
    position: {
      seats: 3,
      phase: "play",
      platforms: [
        {
          communities: ["Pet Pictures", "Ranked Gamers"],
          hand: ["Server Overload", "Prank Channels", "Push", "Mod Training", "Troll Crackdown", "Poke", "Fundraising"],
        },
        { communities: ["Sports Superfans", "Family Photos", "Pop Fandom United"], hand: ["Meme Workshop", "Knit Night", "Bad Press", "PR Response", "Poke", "Push"] },
        { communities: ["Plant Parents", "Home Chefs"], safeguards: ["War Chest"], hand: ["Pundit Arena", "Poke", "Push", "Low on Funds", "Retro Arcade", "Push"] },
      ],
    },
    steps: [
      {
        say: `Seat 2 runs away: 750 million. Slow it down with a **Blocker**, the red kind. They go on **rivals'** platforms and limit what
          may be added there.

          Take **Server Overload** and put it on **Seat 2**.`,
        ring: card("Server Overload"),
        want: ["block 2 Server Overload"],
        instead: {
          "block 3": "Seat 3 is far behind. The one to slow is Seat 2.",
          "": "That will keep. Seat 2 is about to win: put Server Overload there.",
        },
      },
      {
        say: `**Only 50 M** now lies across its row: Seat 2 may add nothing but Communities of 50 million, until it gets rid of the Blocker.
          What lies there already counts on.`,
        ring: RIVALS,
      },
      {
        say: `There are five Blockers: two forbid all Communities, one lets in only toxic ones, one only clean ones, one only small ones. A
          platform bears **one at a time**, and none that its gold **Safeguard** keeps off: Seat 3 has a War Chest against Low on Funds.`,
        ring: ".rivals .guards, .strip .summary:nth-child(2)",
      },
    ],
  },
  {
    id: "hotfix",
    title: "Way out: a Hotfix",
    position: {
      seats: 2,
      phase: "play",
      platforms: [
        {
          communities: ["Pet Pictures", "Ranked Gamers"],
          blocker: "Toxic Culture",
          hand: ["Troll Crackdown", "Craft Tutorials", "Push", "Mod Training", "Poke", "Fundraising", "Low on Funds"],
        },
        { communities: ["Sports Superfans", "Family Photos"], hand: ["Meme Workshop", "Knit Night", "Bad Press", "PR Response", "Poke", "Push"] },
      ],
    },
    steps: [
      {
        say: `Now you are hit: **Toxic Culture** lets in only Communities with three bolts or more. Take up **Craft Tutorials**: it is grey, and
          the text beside your hand says why. Any grey card will tell you.`,
        ring: `.own .limit, ${card("Craft Tutorials")}`,
      },
      {
        say: `Every Blocker has a **Hotfix**, the blue kind, with the same picture in its corner. Yours is **Troll Crackdown**: play it.`,
        ring: card("Troll Crackdown"),
        want: ["fix Troll Crackdown"],
        instead: {
          grind: "Grinding helps as well, but takes three turns. You hold the very card that helps at once: fix it with Troll Crackdown.",
          sacrifice: "You could pay with Communities, but the Hotfix costs you none.",
          "": "First get rid of the Blocker, with Troll Crackdown.",
        },
      },
      { say: `Free again. It cost your turn, though: that is what Blockers are for.`, ring: MINE },
    ],
  },
  {
    id: "grind",
    title: "Way out: patience",
    position: {
      seats: 2,
      phase: "play",
      platforms: [
        {
          communities: ["Pet Pictures", "Ranked Gamers"],
          blocker: "Bad Press",
          ground: ["Fundraising", "Fundraising"],
          hand: ["Mod Training", "Craft Tutorials", "Push", "Troll Crackdown", "Poke", "Low on Funds", "Study Buddies"],
        },
        { communities: ["Sports Superfans", "Family Photos"], hand: ["Meme Workshop", "Knit Night", "Bad Press", "PR Response", "Poke", "Push"] },
      ],
    },
    steps: [
      {
        say: `**Bad Press** forbids all Communities, and you hold no PR Response. Then **grind** it down: put any card face down on it as your
          play. The **third** one resolves it, and two lie there already.

          Take a card you can spare, like **Mod Training**, and grind with it.`,
        ring: `.own .stack, ${card("Mod Training")}`,
        want: ["grind *"],
        instead: { discard: "A discarded card helps nobody. Put it on the Blocker instead: grind with it." },
      },
      {
        say: `Gone. What was ground is lost, so spend what you need least.

          Two Blockers know one more way: **Toxic Culture** and **Server Overload** can be bought off with Communities of yours, before
          your play. The buttons appear when you can.`,
        ring: MINE,
      },
    ],
  },
  {
    id: "safeguards",
    title: "Safeguards, and striking back",
    position: {
      seats: 3,
      phase: "play",
      platforms: [
        {
          communities: ["Pet Pictures", "Ranked Gamers"],
          blocker: "Low on Funds",
          hand: ["War Chest", "PR Department", "Push", "Mod Training", "Poke", "Family Photos", "Troll Crackdown"],
        },
        { communities: ["Sports Superfans", "Meme Workshop"], hand: ["Bad Press", "Knit Night", "Retro Arcade", "PR Response", "Poke", "Push"] },
        { communities: ["Plant Parents", "Home Chefs"], hand: ["Pundit Arena", "Poke", "Push", "Low on Funds", "Poke", "Push"] },
      ],
      deck: ["Server Upgrade", "Study Buddies", "Library Card Club"],
      discard: ["Mod Training"],
    },
    steps: [
      {
        say: `Gold cards are **Safeguards**, one against each Blocker but Toxic Culture. A **War Chest** resolves Low on Funds at once, keeps
          it off for good, and is worth **100 points** at the end. Set it up.`,
        ring: card("War Chest"),
        want: ["guard War Chest"],
        instead: {
          "guard PR Department": "That one is against Bad Press. Keep it for a moment; it is the War Chest that helps now.",
          "": "You hold the card that ends this and brings 100 points: the War Chest.",
        },
        then: ["draw deck", "block 1 Bad Press"],
      },
      {
        say: `Seat 2 plays **Bad Press** on you. But you still hold its Safeguard, so you are asked **before** it works. **Counter** it with the PR
          Department.`,
        ring: ".bottom.window .ask",
        want: ["counter PR Department"],
        instead: { pass: "Then Bad Press would lie on your platform. Strike back: counter with the PR Department." },
      },
      {
        say: `**You** have countered **Seat 2's Bad Press** with your **PR Department**. Bad Press lies on the discard pile and never worked;
          your Safeguard lies **sideways**, for 200 points instead of 100.

          It is **your turn** now, a whole one: whoever counters with a Safeguard goes on. Seat 3, who would have been next, is skipped. You
          are two cards short, so you draw two: first take Bad Press.`,
        ring: DISCARD,
        want: ["draw discard"],
        instead: { "draw deck": "Something better lies open: the Blocker that was meant for you." },
      },
      { say: `One more, from the deck.`, ring: DECK, want: ["draw deck"] },
      {
        say: `And back to the sender: put **Bad Press** on **Seat 2**.`,
        ring: card("Bad Press"),
        want: ["block 2 Bad Press"],
        instead: { "block 3": "Seat 3 did nothing. Seat 2 did.", "": "That can wait. Bad Press goes back to Seat 2." },
      },
      {
        say: `A Safeguard in hand is a trap for whoever attacks you; on the platform it is a shield. Whether somebody could counter is
          asked of everybody who might, so that the question betrays nothing.`,
        ring: `${MINE} .guards`,
      },
    ],
  },
  {
    id: "influencers",
    title: "Influencers",
    position: {
      seats: 3,
      platforms: [
        {
          communities: ["Pet Pictures", "Family Photos", "Craft Tutorials"],
          hand: ["Push", "Mod Training", "Poke", "Fundraising", "Low on Funds", "Troll Crackdown"],
        },
        { communities: ["Sports Superfans", "Celebrity Gossip"], hand: ["Bad Press", "Retro Arcade", "Ranked Gamers", "PR Response", "Poke", "Push"] },
        { communities: ["Home Chefs", "Stan Brigade"], hand: ["Pundit Arena", "Poke", "Push", "Low on Funds", "Poke", "Push"] },
      ],
      deck: ["The Trendsetter", "Plant Parents", "The Troll", "Server Upgrade", "Mod Training"],
      discard: ["New Advertisers"],
    },
    steps: [
      {
        say: `Some cards of the deck never enter a hand. **Influencers**, violet, go at once to the platform they like best. Nobody decides that.

          Draw from the deck and see.`,
        ring: DECK,
        want: ["draw deck"],
      },
      {
        say: `**The Trendsetter** likes the **fewest Users** and went to Seat 3, with 300 million of her own. What an Influencer brings counts
          like a Community, bolts included. No Blocker stops one.

          You still need your card: draw again.`,
        ring: ".rivals .influencers, .strip .summary:nth-child(2)",
        want: ["draw deck"],
      },
      {
        say: `Add **Plant Parents**, and watch what Seat 2 draws.`,
        ring: card("Plant Parents"),
        want: ["add Plant Parents"],
        instead: { "": "Add Plant Parents; the rest has its time later." },
        then: ["draw deck", "draw deck", "add Ranked Gamers"],
      },
      {
        say: `**The Troll** likes the **least toxic** place: yours. One single User, four bolts, and it may cost you the 200 points for clean
          platforms. You will want to be rid of him; the next lesson shows how.`,
        ring: `${MINE} .influencers`,
      },
    ],
  },
  {
    id: "push",
    title: "Push and Poke",
    position: {
      seats: 3,
      phase: "play",
      platforms: [
        {
          communities: ["Pet Pictures", "Craft Tutorials"],
          influencers: ["The Troll"],
          hand: ["Push", "Poke", "Mod Training", "Low on Funds", "Fundraising", "Server Upgrade", "Troll Crackdown"],
        },
        {
          communities: ["Sports Superfans", "Family Photos"],
          influencers: ["The Trendsetter"],
          hand: ["Bad Press", "Retro Arcade", "Ranked Gamers", "PR Response", "Knit Night", "Mod Training"],
        },
        { communities: ["Home Chefs", "Meme Workshop", "Stan Brigade"], hand: ["Pundit Arena", "Plant Parents", "Low on Funds", "PR Response", "Study Buddies", "Fundraising"] },
      ],
      deck: ["Server Upgrade", "Mod Training", "New Advertisers", "Fundraising", "PR Response"],
      discard: ["New Advertisers"],
    },
    steps: [
      {
        say: `The orange cards move Influencers. A **Push** sends one wherever **you** say. Take **Push**, choose **The Troll** on your platform,
          then the platform of **Seat 2** (or its button).`,
        ring: `${card("Push")}, ${MINE} .influencers`,
        want: ["push The Troll to 2"],
        instead: {
          "push The Troll to 1": "There he stands already. Send him away.",
          "push The Troll to 3": "Allowed, and unkind. But Seat 2 leads: send him there.",
          "push The Trendsetter": "A fine thought, but the Troll harms you more. Him first.",
          "": "First The Troll: push him to Seat 2.",
        },
        then: ["draw deck", "add Ranked Gamers", "draw deck", "add Study Buddies"],
      },
      {
        say: `Good riddance. Had Seat 2 held a Push, it could have **answered** with it and sent him on: so it goes back and forth until nobody
          has one left, or nobody wants to.

          Your turn again: draw.`,
        ring: DECK,
        want: ["draw deck"],
      },
      {
        say: `A **Poke** lets an Influencer choose **anew**, and adds 50 million Users for good. The Trendsetter likes fewest Users, and by
          now that is **you**. Take **Poke** and choose her.`,
        ring: `${card("Poke")}, .rivals .influencers, .strip .summary:first-child`,
        want: ["poke The Trendsetter"],
        instead: { "poke The Troll": "He would choose the least toxic again, and that is you.", "": "The Trendsetter would come to you now: poke her." },
      },
      { say: `350 million Users have just changed sides. Keep an eye on what every Influencer likes; it stands on the card.`, ring: `${MINE} .influencers` },
    ],
  },
  {
    id: "events",
    title: "Events",
    position: {
      seats: 2,
      platforms: [
        {
          communities: ["Pet Pictures", "Craft Tutorials"],
          hand: ["Sports Superfans", "Meme Workshop", "Push", "Low on Funds", "Fundraising", "Server Upgrade"],
        },
        { communities: ["Short Dance Clips", "Family Photos"], hand: ["Bad Press", "Retro Arcade", "Ranked Gamers", "PR Response", "Knit Night", "Mod Training"] },
      ],
      deck: ["Viral Moment", "Mod Training", "Server Upgrade", "Creator Strike", "Push", "Poke"],
      discard: ["New Advertisers"],
    },
    steps: [
      {
        say: `Another kind that works as soon as it is drawn: **Events**, grey. They bend the rules for everybody. Draw.`,
        ring: DECK,
        want: ["draw deck"],
      },
      {
        say: `**Viral Moment**: whoever draws it may add a Community on the spot, and the turn goes on as usual. Add **Sports Superfans**.`,
        ring: ".bottom .ask",
        want: ["add Sports Superfans"],
        instead: { pass: "A free Community, and you would rather not? Add Sports Superfans.", "": "The bigger one, please: Sports Superfans." },
      },
      {
        say: `That made room in your hand, so you draw two cards now. Draw the first one.`,
        ring: DECK,
        want: ["draw deck"],
        instead: { "draw discard": "Nobody wanted that one. Try the deck." },
      },
      { say: `And the second one.`, ring: DECK, want: ["draw deck"], instead: { "draw discard": "From the deck once more." } },
      {
        say: `And your play: add **Meme Workshop**.`,
        ring: card("Meme Workshop"),
        want: ["add Meme Workshop"],
        instead: { "": "Two Communities in one turn: add Meme Workshop as well." },
        then: ["draw deck", "draw deck", "add Retro Arcade"],
      },
      {
        say: `Seat 2 drew **Creator Strike**: no Push and no Poke, for anybody. Such an Event works as long as it lies **on top**; the next one
          covers it and ends it. Some do their work at once, like Viral Moment.`,
        ring: ".middle .event",
      },
    ],
  },
  {
    id: "end",
    title: "Milestones, and the end",
    position: {
      seats: 2,
      phase: "play",
      rest: "aside",
      cut: 10,
      platforms: [
        {
          communities: ["Pet Pictures", "Family Photos", "Sports Superfans", "Pop Fandom United"],
          safeguards: ["War Chest"],
          hand: ["Craft Tutorials", "Push", "Low on Funds", "Fundraising", "Server Upgrade", "Mod Training", "Poke"],
        },
        { communities: ["Short Dance Clips", "Meme Workshop", "Pundit Arena"], influencers: ["The Contrarian"], hand: ["Bad Press", "Retro Arcade", "Ranked Gamers", "PR Response", "Knit Night", "Poke"] },
      ],
      deck: ["Game Over", "Mod Training", "Push"],
      event_pile: ["Creator Strike", "Patch Day"],
    },
    steps: [
      {
        say: `900 million! The first to reach 1,000 gets the **Milestone** One Billion for good, whatever happens later. The same goes for
          2,000 and 3,000.

          Add **Craft Tutorials**.`,
        ring: ".middle .milestones, " + card("Craft Tutorials"),
        want: ["add Craft Tutorials"],
        instead: { "": "Nothing else in your hand makes it a billion. Add Craft Tutorials." },
      },
      {
        say: `One Billion is yours. And look at the deck: it is nearly gone. **Game Over** is hidden among its last 25 cards, and whoever draws
          it ends the game **at that instant**. So nothing should be put off for the last turns.

          Let Seat 2 draw.`,
        ring: DECK,
        then: ["draw deck"],
      },
      {
        say: `Game Over. A point for every million, minus 500 where there are more bolts than User icons, 200 for no card of three bolts, 100
          for each Safeguard, and the Milestones. Hands and Blockers count nothing. You have won.`,
      },
    ],
  },
]);

const obuView = (moment: Moment): { platforms: { blocker?: string | null; users: number; toxicity: number; influencers: unknown[] }[]; phase: string; deck: unknown[]; cut?: number } =>
  moment.view as never;
const mine = (moment: Moment): { blocker?: string | null; users: number; toxicity: number; influencers: unknown[] } | undefined => obuView(moment).platforms[0];

export const course: Course = {
  game: GAME,
  title: "One Billion Users",
  about: "Twelve short lessons, then a short game. Ten minutes in all.",
  lessons,
  last: {
    title: "A short game",
    say: `Now a whole game against an easy rival, with a small deck. You know all you need. What lights up can be done; if you are at a loss, the
      button **Hint** says what is good, and why. Begin by drawing.`,
    seats: 2,
    bot: "easy",
    options: {},
    position: {
      format: 1,
      game: GAME,
      seats: 2,
      rest: "aside",
      cut: 7,
      platforms: [
        { communities: ["Study Buddies"], hand: ["Family Photos", "Celebrity Gossip", "Server Overload", "Mod Training", "PR Department", "Poke"] },
        { communities: ["Language Exchange"], hand: ["Meme Workshop", "Rage Livestreams", "Low on Funds", "Server Upgrade", "Troll Crackdown", "Push"] },
      ],
      deck: [
        "Pet Pictures", "Budget Travelers", "Bad Press", "The Clout Chaser", "Fundraising", "Sports Superfans", "Pundit Arena", "Push", "Craft Tutorials",
        "Overzealous Mods", "The Troll", "Short Dance Clips", "Viral Moment", "PR Response", "War Chest", "Ranked Gamers", "The Trendsetter", "Retro Arcade",
        "Home Chefs", "Mod Training", "The Investor", "Server Upgrade", "Prank Channels", "The Archivist", "Plant Parents", "Today's Main Character",
        "The Homebody", "Knit Night", "Game Over", "The Drama Reporter", "The Contrarian", "Poke", "Library Card Club", "Backyard Astronomers",
      ],
      event_pile: ["Creator Strike", "Patch Day"],
    },
    tips: [
      {
        id: "window",
        say: `A question in between: this is where you could strike back. All your answers stand beside your hand; **Pass** if none of them is any good.`,
        when: (moment) => moment.yours && moment.window,
      },
      {
        id: "blocked",
        say: `A Blocker lies on your platform. Ways out: its **Hotfix**, its **Safeguard**, or three cards **ground** on it. Or live with it for a while:
          Influencers come all the same.`,
        when: (moment) => moment.yours && Boolean(mine(moment)?.blocker),
      },
      {
        id: "toxic",
        say: `More bolts than User icons on your scale. There is time to mend that, but not for ever: add something clean, or push a toxic Influencer away.`,
        when: (moment) => {
          const own = mine(moment);
          return moment.yours && own !== undefined && own.toxicity > Math.floor(own.users / 50_000_000) / 2;
        },
      },
      {
        id: "late",
        say: `The last cards of the deck: from now on every draw may be **Game Over**. Whatever brings points, do it now.`,
        when: (moment) => moment.yours && obuView(moment).deck.length <= (obuView(moment).cut ?? 24) + 1,
      },
      {
        id: "play",
        say: `Your play: exactly one card. Communities first, if nothing is in the way; a Blocker for the rival who grows too fast; anything you cannot use may
          be discarded.`,
        when: (moment) => moment.yours && !moment.window && obuView(moment).phase === "play",
      },
    ],
  },
};
