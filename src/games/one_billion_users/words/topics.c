/* One Billion Users: the rules of play in our own words, page by page: from the box to the discard pile.
 *
 * Lines of at most 78 columns; a statement ends with the number of its rule. Numbers are those of the compiled-in edition. Never
 * quotes the rulebook. */
#include "games/one_billion_users/words/words.h"

const char obu_topic_overview[] = "Every seat runs a social network. Communities and Influencers bring it Users;\n"
                                  "many of them bring Toxicity too. Rivals lay Blockers in the way, Events bend\n"
                                  "the rules for everybody, and a hidden card ends the game.\n"
                                  "\n"
                                  "Most points win. A million Users are a point each (OBU-167); Milestones,\n"
                                  "Safeguards and a clean platform bring more, too much Toxicity costs 500\n"
                                  "(OBU-168).\n"
                                  "\n"
                                  "A turn is short: draw a card, perhaps sacrifice, play a card (OBU-38). Hands\n"
                                  "are secret, everything on the table is open (OBU-192, OBU-196).\n"
                                  "\n"
                                  "2 to 4 seats (OBU-12). Read on: `turn`, `play`, `blockers`, `scoring`.\n";

const char obu_topic_cards[] = "A deck of 118 cards: 39 Communities, 18 Blockers, 24 Hotfixes, 4 Safeguards,\n"
                               "10 Actions (Push and Poke), 9 Influencers, 13 Events and Game Over. Beside\n"
                               "it 3 Milestones and 8 Networks (OBU-1).\n"
                               "\n"
                               "Users are printed as icons: a whole one is 100 million, half a one 50\n"
                               "million. Toxicity comes in whole icons (OBU-3). Here \"200/2\" is a card of\n"
                               "200 M Users and 2 Toxicity.\n"
                               "\n"
                               "A platform's Users are its Communities, its Influencers and 50 M for every\n"
                               "Poke under them; its Toxicity is that of its Communities and Influencers.\n"
                               "Nothing else on the table counts for either (OBU-10).\n"
                               "\n"
                               "Which numbers the publishers have told and which are ours: `reconstructed`.\n";

const char obu_topic_setup[] = "1. With Networks every seat gets one, open, by chance or as named (OBU-14).\n"
                               "2. The Communities, Blockers, Hotfixes, Safeguards and Actions are shuffled,\n"
                               "   and every seat is dealt one card more than its Hand Size: 7, as the Hand\n"
                               "   Size is 6 (OBU-15, OBU-16, OBU-17).\n"
                               "3. Every seat launches one Community of its hand: all choose in secret, then\n"
                               "   all show at once (OBU-20, OBU-21). Only one's own Network can forbid a\n"
                               "   Community here (OBU-22, OBU-23).\n"
                               "4. A hand without any Community to launch goes under the deck and is dealt\n"
                               "   anew until there is one. Who can launch must (OBU-24, OBU-25). That it\n"
                               "   happened is known to all, the cards are not (OBU-27).\n"
                               "5. Influencers and Events join the deck, it is shuffled, and Game Over is\n"
                               "   hidden near its end: see `deck`.\n"
                               "6. Chance or an option says who begins (OBU-19).\n";

const char obu_topic_deck[] = "Game Over lies at random among the last 25 cards: 24 others and itself\n"
                              "(OBU-32). The option `cut` changes the 24, or makes it a fifth of the deck\n"
                              "(OBU-31).\n"
                              "\n"
                              "How many cards are left is open, their order is not (OBU-34, OBU-193). With k\n"
                              "cards left, and k no more than 25, the next one is Game Over with chance 1\n"
                              "in k.\n"
                              "\n"
                              "Whoever draws Game Over ends the game at that instant: no play, no answer, no\n"
                              "end-of-turn effect (OBU-36). The discard pile is never shuffled back, for the\n"
                              "deck cannot run out before (OBU-35).\n";

const char obu_topic_turn[] = "1. Draw until you hold one card more than your Hand Size, usually one card\n"
                              "   (OBU-45). See `draw`.\n"
                              "2. If Toxic Culture or Server Overload is active on you, you may sacrifice it\n"
                              "   away (OBU-51). See `sacrifice`.\n"
                              "3. Play exactly one card. There is no passing; a discard is always possible\n"
                              "   (OBU-39). See `play`.\n"
                              "4. The Hellsite looks whether it loses a Community (OBU-185).\n"
                              "\n"
                              "Then the next seat clockwise. Only a Safeguard counter changes that: whoever\n"
                              "countered takes a full turn, and play goes on from there (OBU-95).\n"
                              "\n"
                              "A turn ends with as many cards as the Hand Size, except one fewer for every\n"
                              "further Push you answered with, and one fewer after a second Community under\n"
                              "Grassroots Spurt (OBU-40). What is missing is drawn on your next turn.\n";

const char obu_topic_draw[] = "Every single draw is a free choice: the top of the deck or the top of the\n"
                              "discard pile (OBU-42). Deeper discards stay where they are (OBU-44), and your\n"
                              "own last discard may be taken back while it is on top (OBU-49).\n"
                              "\n"
                              "A card from the discard pile is an ordinary card: play it, grind it, discard\n"
                              "it again (OBU-48). Everybody saw you take it (OBU-195).\n"
                              "\n"
                              "An Influencer or Event from the deck never enters a hand: it is carried out\n"
                              "at once and completely, and you go on drawing as if nothing was drawn\n"
                              "(OBU-46).\n"
                              "\n"
                              "If 5 cards for each seat have been taken from the discard pile in a row,\n"
                              "counting all seats, the next draw must be from the deck. The option `stall`\n"
                              "lifts this (OBU-50).\n";

const char obu_topic_play[] = "`add NAME`            a Community on your own platform        (OBU-64)\n"
                              "`block SEAT NAME`     a Blocker on a rival's                  (OBU-72)\n"
                              "`fix NAME`            the Hotfix for your active Blocker      (OBU-79)\n"
                              "`grind NAME`          any card, face down, against it         (OBU-82)\n"
                              "`guard NAME`          a Safeguard on your own platform        (OBU-87)\n"
                              "`poke NAME`           a Poke: an Influencer chooses again     (OBU-99)\n"
                              "`push NAME to SEAT`   a Push: an Influencer goes where you say (OBU-104)\n"
                              "`discard NAME`        any card on the discard pile            (OBU-116)\n"
                              "\n"
                              "Exactly one of them, every turn (OBU-39). What an Event, a Network or a\n"
                              "Blocker forbids to play may still be held, ground, discarded or passed on\n"
                              "(OBU-63).\n";

const char obu_topic_communities[] = "A Community goes from your hand on your own platform and counts at once\n"
                                     "(OBU-64). It stays unless you sacrifice it, or Moral Panic, Data Portability\n"
                                     "or The Hellsite's own rule takes it.\n"
                                     "\n"
                                     "What limits adding is: the active Blocker on your platform (OBU-65), a\n"
                                     "Brand-Safety Scare on top of the Event Pile (OBU-153), your own Network\n"
                                     "(OBU-179, OBU-191). All of them at once (OBU-71). Cards that lie there\n"
                                     "already are never touched by a limit.\n"
                                     "\n"
                                     "Reaching 1,000, 2,000 or 3,000 M claims a Milestone: see `milestones`.\n";

const char obu_topic_blockers[] = "A Blocker goes on a rival's platform and is active until it is resolved\n"
                                  "(OBU-72). While it is, that platform may add\n"
                                  "\n"
                                  "  Low on Funds       no Community                     (OBU-66)\n"
                                  "  Bad Press          no Community                     (OBU-67)\n"
                                  "  Toxic Culture      only those with 3+ Toxicity      (OBU-68)\n"
                                  "  Overzealous Mods   only those with 0 Toxicity       (OBU-69)\n"
                                  "  Server Overload    only those of 50 M               (OBU-70)\n"
                                  "\n"
                                  "Nothing else is stopped: Influencers still come and everything that lies\n"
                                  "there still counts (OBU-65, OBU-120).\n"
                                  "\n"
                                  "You cannot play one on yourself (OBU-72), on a platform where one is active\n"
                                  "(OBU-73), where its Safeguard lies (OBU-74), or where an Event or a Network\n"
                                  "forbids it (OBU-75).\n"
                                  "\n"
                                  "Ways out: `hotfixes`, `grind`, `safeguards`, for two of them `sacrifice`, and\n"
                                  "the Event Patch Day. A resolved Blocker stays in the stack, and the next\n"
                                  "begins anew with no ground cards (OBU-77, OBU-85). Blockers received are\n"
                                  "counted for ever, however they ended; countered ones never were (OBU-78).\n";

const char obu_topic_hotfixes[] = "With the matching Blocker active on your platform a Hotfix resolves it. That\n"
                                  "is your play (OBU-79).\n"
                                  "\n"
                                  "  Fundraising, New Advertisers   Low on Funds\n"
                                  "  Troll Crackdown                Toxic Culture\n"
                                  "  Mod Training                   Overzealous Mods\n"
                                  "  Server Upgrade                 Server Overload\n"
                                  "  PR Response                    Bad Press            (OBU-6)\n"
                                  "\n"
                                  "Not in advance, not for a rival, not against another Blocker (OBU-80); only\n"
                                  "Kooperate may use any of them for any (OBU-189).\n"
                                  "\n"
                                  "New Advertisers cannot be played while your platform alone has the most\n"
                                  "Toxicity. Sharing the most does not bar it, unless the option `advertisers`\n"
                                  "says so (OBU-81). Funding Winter bars both cards against Low on Funds\n"
                                  "(OBU-152).\n";

const char obu_topic_grind[] = "With a Blocker active on your platform, your play may be any card of your\n"
                               "hand, face down on it (OBU-82). The third one resolves it (OBU-83); Burrow\n"
                               "needs two (OBU-190), and so does everybody under Volunteer Drive (OBU-156).\n"
                               "\n"
                               "Grinding does not stop you from taking another way out later; what was\n"
                               "ground stays in the stack (OBU-84). It is out of the game: no Users, no\n"
                               "Safeguard, no points (OBU-86).\n"
                               "\n"
                               "Only you know what you ground, and you may look again (OBU-197).\n";

const char obu_topic_safeguards[] = "  Appeals Board   against Overzealous Mods\n"
                                    "  PR Department   against Bad Press\n"
                                    "  Cloud Backup    against Server Overload\n"
                                    "  War Chest       against Low on Funds                (OBU-7)\n"
                                    "\n"
                                    "As your play, on your own platform, whether its Blocker is there or not\n"
                                    "(OBU-87). If it is, it is resolved at once (OBU-88); another Blocker stays\n"
                                    "(OBU-89). From then on its Blocker cannot be played on you (OBU-90).\n"
                                    "\n"
                                    "A Safeguard on the platform is worth 100 points at the end (OBU-171), and 100\n"
                                    "more if it was a counter (OBU-172): see `counterplay`. In the hand or under a\n"
                                    "Blocker it is worth nothing. Nothing guards against Toxic Culture.\n";

const char obu_topic_counterplay[] = "When somebody plays a Blocker on you and you hold its Safeguard, you may\n"
                                     "counter before it works: `counter NAME`. The Safeguard lies sideways on your\n"
                                     "platform, the Blocker goes to the discard pile, and you never received it\n"
                                     "(OBU-91).\n"
                                     "\n"
                                     "Then you take a complete turn at once, beginning with the draw: a card short,\n"
                                     "so usually two cards, and the Blocker on the discard pile may be one of them\n"
                                     "(OBU-95, OBU-96). Play goes on clockwise from you; seats between are skipped.\n"
                                     "A Blocker played in that turn can be countered in turn (OBU-97).\n"
                                     "\n"
                                     "Only the attacked seat, only then, only with the matching Safeguard (OBU-92).\n"
                                     "Whoever declines keeps it for later, as an ordinary Safeguard (OBU-93).\n"
                                     "\n"
                                     "The question is put to everybody who could hold the card as far as the table\n"
                                     "knows, so that it betrays nothing. Who does not hold it can only pass\n"
                                     "(OBU-201).\n";

const char obu_topic_poke[] = "A Poke goes under an Influencer on any platform, your own included (OBU-99).\n"
                              "The Influencer grows by 50 M for the rest of the game (OBU-101) and chooses\n"
                              "again, as if you had just drawn it; where it stands it does not count itself,\n"
                              "nor its Users, nor its Toxicity (OBU-100).\n"
                              "\n"
                              "If it would move, those it concerns may answer with a Push: see `push`. If it\n"
                              "stays, nobody may (OBU-102). Cards under an Influencer go where it goes and\n"
                              "never come back (OBU-103).\n"
                              "\n"
                              "Without an Influencer on a platform, and under Creator Strike, no Poke can be\n"
                              "played (OBU-99, OBU-158).\n";

const char obu_topic_push[] = "A Push goes under an Influencer on any platform, and the Influencer goes to\n"
                              "the platform you name, whatever its taste, whatever Blocker or Network is\n"
                              "there (OBU-104, OBU-106). Naming the platform where it stands is allowed\n"
                              "(OBU-105). A Push adds no Users (OBU-107).\n"
                              "\n"
                              "If a Push or a Poke would move an Influencer to another platform, the owners\n"
                              "of both platforms may answer with a Push of their own: `counter Push to\n"
                              "SEAT`. It names a new destination, any platform (OBU-108, OBU-109).\n"
                              "\n"
                              "After an answer everybody with a stake may push again, except the last one\n"
                              "who did: who opened the chain, whoever owns the platform where the Influencer\n"
                              "stands, and the owners of all destinations named so far (OBU-110). They are\n"
                              "asked clockwise from the last pusher; a Push opens a new round (OBU-111).\n"
                              "\n"
                              "When all have passed, the last destination is carried out as one single move\n"
                              "(OBU-112), and the turn is over for the seat whose turn it was (OBU-113).\n"
                              "Answers leave a hand short until its own next draw (OBU-114). Only Push\n"
                              "answers, and only Push and Poke (OBU-115).\n";

const char obu_topic_sacrifice[] = "On your own turn, after the draw and before the play, Toxic Culture or Server\n"
                                   "Overload may be paid off with Communities of your platform. It costs no play\n"
                                   "(OBU-51). The other three Blockers cannot be paid off.\n"
                                   "\n"
                                   "Toxic Culture costs Communities with 3 Toxicity or more in sum, as many as you\n"
                                   "like (OBU-54). If all of yours together have only 1 or 2, exactly those with\n"
                                   "Toxicity go (OBU-55); if they have none, it costs nothing: write `sacrifice`\n"
                                   "alone (OBU-56).\n"
                                   "\n"
                                   "Server Overload costs your Community with most Users; among equals you choose\n"
                                   "(OBU-57). With no Community there it cannot be paid (OBU-58).\n"
                                   "\n"
                                   "Influencers are never sacrificed and do not count for it (OBU-53). Name one\n"
                                   "card at a time: `sacrifice NAME`, and `done` when more could follow\n"
                                   "(OBU-206). The last one named ends on top of the discard pile (OBU-59). Then\n"
                                   "make your play, free of that Blocker (OBU-60).\n";

const char obu_topic_discard[] = "Any one card of your hand, face up on top of the discard pile (OBU-116). It is\n"
                                 "always possible, even when other plays are (OBU-39). The next draw may take\n"
                                 "it, anybody's (OBU-42). The whole pile is open, with its order (OBU-194).\n";

/* The pages of `rules`, open to everybody at any time (OBU-2), in the order in which somebody new would read them; topics_cards.c
 * has the other texts. */
const struct bil_topic obu_topics[] = {
    {"overview", "What it is about", BIL_TOPIC_TEXT(obu_topic_overview)},
    {"cards", "What is in the box", BIL_TOPIC_TEXT(obu_topic_cards)},
    {"setup", "Before the first turn", BIL_TOPIC_TEXT(obu_topic_setup)},
    {"deck", "The deck, its end, and Game Over", BIL_TOPIC_TEXT(obu_topic_deck)},
    {"turn", "A turn", BIL_TOPIC_TEXT(obu_topic_turn)},
    {"draw", "Drawing", BIL_TOPIC_TEXT(obu_topic_draw)},
    {"play", "The eight ways to play a card", BIL_TOPIC_TEXT(obu_topic_play)},
    {"communities", "Communities", BIL_TOPIC_TEXT(obu_topic_communities)},
    {"blockers", "Blockers", BIL_TOPIC_TEXT(obu_topic_blockers)},
    {"hotfixes", "Hotfixes", BIL_TOPIC_TEXT(obu_topic_hotfixes)},
    {"grind", "Grinding a Blocker down", BIL_TOPIC_TEXT(obu_topic_grind)},
    {"safeguards", "Safeguards", BIL_TOPIC_TEXT(obu_topic_safeguards)},
    {"counterplay", "Countering a Blocker", BIL_TOPIC_TEXT(obu_topic_counterplay)},
    {"poke", "Poke", BIL_TOPIC_TEXT(obu_topic_poke)},
    {"push", "Push, and answers to it", BIL_TOPIC_TEXT(obu_topic_push)},
    {"sacrifice", "Sacrificing a Blocker away", BIL_TOPIC_TEXT(obu_topic_sacrifice)},
    {"discard", "Discarding", BIL_TOPIC_TEXT(obu_topic_discard)},
    {"influencers", "The nine Influencers", BIL_TOPIC_TEXT(obu_topic_influencers)},
    {"events", "The thirteen Events", BIL_TOPIC_TEXT(obu_topic_events)},
    {"milestones", "Milestones", BIL_TOPIC_TEXT(obu_topic_milestones)},
    {"scoring", "Scoring and winning", BIL_TOPIC_TEXT(obu_topic_scoring)},
    {"networks", "Networks (Advanced Play)", BIL_TOPIC_TEXT(obu_topic_networks)},
    {"options", "House options", BIL_TOPIC_TEXT(obu_topic_options)},
    {"secrets", "What is open and what is not", BIL_TOPIC_TEXT(obu_topic_secrets)},
    {"moves", "How moves are written", BIL_TOPIC_TEXT(obu_topic_moves)},
    {"reconstructed", "What is published and what is ours", BIL_TOPIC_TEXT(obu_topic_reconstructed)},
    {NULL, NULL, NULL},
};
