/* One Billion Users: what a card is, what a state holds, what a move means, and which file does what.
 *
 * Everything here is private to this game. Nothing in a state or in rules is a pointer, a float or a string that a rule reads. A
 * file knows its own drawer and those below it: documents and advice -> words -> secrets -> rules (tools/check/layers).
 *
 *   game.c           the one struct bil_game
 *
 *   rules/           the rulebook in C. This header says what its files offer.
 *     cards.c        the compiled-in edition: names, values, counts          OBU-1..11
 *     card_rows.c    every kind of card in words, a row each
 *     setup.c        networks, deal, re-deal, launch, deck and cut           OBU-13..36
 *     legal.c        the legal moves of every decision; random play          OBU-42..116
 *     limits.c       what keeps a card from being played                     OBU-63..84, 142..159, 178..191
 *     apply.c        plays one move                                          OBU-37..116
 *     platform.c     adding and removing cards, totals, Milestones           OBU-10, 11, 160..165
 *     influencers.c  criteria, joining, Poke, Push, chains                   OBU-99..132
 *     event_cards.c  the thirteen Events                                     OBU-133..159
 *     score.c        points, places                                          OBU-166..176
 *     knowledge.c    what the table learns of hidden cards as it plays       OBU-192..203
 *     lazy_deck.c    a deck without order, for who goes through all worlds
 *   secrets/         what a viewer may know: secrets.h
 *     view.c         hide, and the cards a view leaves unseen                OBU-192..203
 *     deal.c         a random world that fits a view; deal_plan.c what all of its worlds share
 *     belief.c       what other seats are likely to hold; belief_weights.h how likely
 *   words/           sentences for people: words.h
 *     words.c        the words that all of them share
 *     notation.c     how moves are written and read                          section 17
 *     frames.c       what is waited for, and how it is asked; events_text.c what has happened
 *     why.c          why a move is not legal now
 *     board.c        the table drawn for a terminal
 *     topics.c       the rules in our own words; topics_cards.c the other pages
 *   documents/       what is read and written: documents.h
 *     options.c      options and edition into rules                          OBU-12, 13, 31, section 16
 *     edition.c      an edition as JSON and back
 *     position.c     a position as JSON and back; position_platforms.c, _cards.c, _frames.c, _knowledge.c its parts
 *     observation.c  what programs that learn see of a position
 *     check.c        invariants, and whether play can lead to what is waited for   OBU-204, 205
 *     counts.c       what a laboratory counts
 *   advice/          what bots and hints think of a move: advice.h
 *     advice.c       a cheap estimate of every move; advice_weights.h its weights
 *     explain.c      what a move is good for, in words
 *     orders.c       standing orders
 *     persons.c      who a bot can be, and what each likes
 */
#ifndef ONE_BILLION_USERS_STATE_H
#define ONE_BILLION_USERS_STATE_H

#include <assert.h>
#include <string.h>

#include "billions/cards.h"
#include "billions/game.h"
#include "kit/fields.h"
#include "kit/frames.h"

/* ------------------------------------------------------------------ cards */

/* A card is a number below 64 if it can be in a hand (a "main" card), above if it acts the moment it is drawn. Copies of one card
 * share the number. Communities come first: card c is Community c of the edition. */
enum {
    OBU_COMMUNITIES_MAX = 46,
    OBU_BLOCKER = 46, /* five kinds of Blockers, in the order of enum obu_blocker */
    OBU_LOW_ON_FUNDS = OBU_BLOCKER,
    OBU_TOXIC_CULTURE,
    OBU_OVERZEALOUS_MODS,
    OBU_SERVER_OVERLOAD,
    OBU_BAD_PRESS,
    OBU_HOTFIX, /* 51: six kinds of Hotfixes */
    OBU_FUNDRAISING = OBU_HOTFIX,
    OBU_NEW_ADVERTISERS,
    OBU_TROLL_CRACKDOWN,
    OBU_MOD_TRAINING,
    OBU_SERVER_UPGRADE,
    OBU_PR_RESPONSE,
    OBU_SAFEGUARD, /* 57: four Safeguards */
    OBU_APPEALS_BOARD = OBU_SAFEGUARD,
    OBU_PR_DEPARTMENT,
    OBU_CLOUD_BACKUP,
    OBU_WAR_CHEST,
    OBU_PUSH,       /* 61 */
    OBU_POKE,       /* 62 */
    OBU_HIDDEN,     /* 63: a card that the viewer does not know; never a real card */
    OBU_INFLUENCER, /* 64: nine Influencers */
    OBU_EVENT = 73, /* thirteen Events */
    OBU_GAME_OVER = 86,
    OBU_CARDS = 87
};
enum {
    OBU_BLOCKERS = 5,
    OBU_HOTFIXES = 6,
    OBU_SAFEGUARDS = 4,
    OBU_INFLUENCERS = 9,
    OBU_EVENTS = 13,
    OBU_NETWORKS = 8,
    OBU_MILESTONES = 3
};
enum { OBU_SEATS = 4, OBU_NAME = 40, OBU_PLAY_ROWS = 6, OBU_PILE = 120 };
/* Of these rules, the newest. `revise` in options.c has what the older ones were.
 *   1  the beginning
 *   2  manual Milestones: asked at the moment of reaching only (OBU-212); in 1 at every change of a platform that stood at a free
 *      one */
enum { OBU_REVISION = 2 };

/* Influencers by number, Events by number (add OBU_INFLUENCER or OBU_EVENT for the card). */
enum obu_influencer {
    OBU_INVESTOR,
    OBU_TRENDSETTER,
    OBU_CONTRARIAN,
    OBU_TROLL,
    OBU_MAIN_CHARACTER,
    OBU_ARCHIVIST,
    OBU_CLOUT_CHASER,
    OBU_HOMEBODY,
    OBU_DRAMA_REPORTER
};
enum obu_event_card {
    OBU_SOCIAL_SHUFFLE,
    OBU_TECH_BUBBLE,
    OBU_DATA_PORTABILITY,
    OBU_PATCH_DAY,
    OBU_MORAL_PANIC,
    OBU_TALENT_POACHING,
    OBU_VIRAL_MOMENT,
    OBU_FUNDING_WINTER,
    OBU_BRAND_SAFETY_SCARE,
    OBU_GRASSROOTS_SPURT,
    OBU_VOLUNTEER_DRIVE,
    OBU_CREATOR_STRIKE,
    OBU_UNDERDOG_WEEK,
    OBU_NO_EVENT /* nothing on the Event Pile */
};
enum obu_network {
    OBU_NO_NETWORK,
    OBU_TAPTAP,
    OBU_HIREME,
    OBU_FRIENDLINK,
    OBU_HELLSITE,
    OBU_FALSE_SOCIAL,
    OBU_KOOPERATE,
    OBU_BURROW,
    OBU_MURMUR
};
/* What an Influencer compares, and whether it wants the most or the fewest of it. */
enum obu_measure { OBU_BY_USERS, OBU_BY_TOXICITY, OBU_BY_COMMUNITIES, OBU_BY_INFLUENCERS, OBU_BY_BLOCKERS };

/* A set of main cards. Communities are single cards: bit c is card c. Of every other kind there may be several copies: they are
 * counted in unary in a field of bits of their own, the lowest bits first (rules->field), so that a card is there if the
 * field's lowest bit is, and the size of a set is a popcount. */
struct obu_cards {
    uint64_t comm;
    uint64_t other;
};

/* ------------------------------------------------------------------ rules: constant during a match */

struct obu_card_text {
    char name[OBU_NAME];
    uint8_t known; /* 0: this number (or card) is reconstructed, 1: its name is published, 2: everything is */
};

struct obu_rules {
    uint8_t seats;
    uint8_t fast;        /* nobody looks: idle seats are not asked, knowledge is not kept */
    uint8_t lazy;        /* 1 + the viewer whose worlds are gone through: the deck has no order (deal.c); 0: it has */
    uint8_t lazy_ground; /* and this many of the first ground cards, where the viewer does not know them, may change with it */
    uint8_t revision;
    uint8_t communities; /* how many Communities the edition has */
    /* options, section 16 */
    uint8_t cut;                /* cards below which Game Over is shuffled; 0 = a true fifth of the deck */
    uint8_t first;              /* 0 = random, else 1 + the seat that begins */
    uint8_t networks_on;        /* 0: no Networks */
    uint8_t network[OBU_SEATS]; /* with Networks: 0 = dealt at random, else the seat's Network */
    uint8_t advertisers_tie_barred;
    uint8_t manual_milestones;
    uint8_t stall_bound; /* consecutive draws from the discard pile after which only the deck may be drawn from; 0 = none */
    uint8_t asked_once;  /* manual Milestones, from revision 2 on: the question comes with reaching the number alone */
    /* card values: Users in half icons (50 million), Toxicity in icons (OBU-3) */
    uint8_t halves[OBU_COMMUNITIES_MAX];
    uint8_t toxicity[OBU_COMMUNITIES_MAX];
    uint8_t copies[64]; /* of each main card in the edition; 1 for Communities */
    uint8_t influencer_there[OBU_INFLUENCERS];
    uint8_t influencer_halves[OBU_INFLUENCERS];
    uint8_t influencer_single[OBU_INFLUENCERS]; /* 1: counts one single user (The Troll) */
    uint8_t influencer_toxicity[OBU_INFLUENCERS];
    uint8_t influencer_measure[OBU_INFLUENCERS]; /* enum obu_measure */
    uint8_t influencer_fewest[OBU_INFLUENCERS];  /* 1: wants the fewest, 0: the most */
    uint8_t event_there[OBU_EVENTS];
    int16_t milestone_points[OBU_SEATS + 1][OBU_MILESTONES]; /* by number of seats */
    uint16_t milestone_halves[OBU_MILESTONES];               /* 20, 40, 60 */
    /* Network numbers */
    uint8_t hand_size[OBU_NETWORKS + 1];
    int16_t hireme_clean_points;    /* per 0-Toxicity Community */
    int16_t hellsite_toxic_points;  /* per Toxicity icon */
    uint8_t friendlink_less_halves; /* off every Influencer there */
    uint8_t friendlink_launches;    /* 3 */
    uint8_t friendlink_dealt;       /* 9 */
    uint8_t false_social_halves;    /* 10: more Users for criteria */
    uint8_t false_social_milestone; /* 6: more half icons for Milestones */
    uint8_t grind_needed, grind_needed_burrow, grind_needed_drive;
    /* derived: masks over Communities */
    uint64_t all_comm;
    uint64_t by_toxicity[8];                 /* [t]: Communities with exactly t Toxicity (7: 7 or more) */
    uint64_t clean, low, high;               /* 0; at most 2; 3 or more Toxicity */
    uint64_t fifty;                          /* exactly 50 million */
    uint64_t portable;                       /* 150 million or less */
    uint64_t addable[OBU_BLOCKERS + 1];      /* [0] no Blocker, [1 + b] under Blocker b */
    uint64_t network_adds[OBU_NETWORKS + 1]; /* what a Network may add, launch or take */
    /* derived: unary fields of the other cards */
    uint64_t field[64];           /* 0 for Communities */
    uint64_t first_bits;          /* the lowest bit of every field */
    uint64_t others;              /* bit c: the edition has card c, which is no Community */
    uint8_t field_low[64];        /* number of a field's lowest bit */
    uint8_t kind_of_bit[64];      /* card by bit of `other` */
    uint16_t influencers, events; /* bit i: the edition has it */
    uint16_t high_influencers;    /* those of 3 or more Toxicity */
    uint8_t box[OBU_PILE];        /* every main card, in the order of their numbers */
    uint8_t box_count;
    /* derived: see limits.c */
    uint64_t event_bars[OBU_EVENTS + 1];                /* cards (bit c: card c) that an Event on top keeps from being played */
    uint64_t cures[OBU_BLOCKERS + 1][OBU_NETWORKS + 1]; /* Hotfixes (bit c: card c) by 1 + Blocker and Network */
    uint32_t accepts[OBU_NETWORKS + 1][1 << OBU_SAFEGUARDS]; /* Blockers b (bit 4b) a Network with these Safeguards is open to */
    bil_move play[OBU_PLAY_ROWS][64];                        /* see legal.c */
    /* names, for people only */
    char edition_name[64];
    uint8_t edition_is_compiled_in;
    struct obu_card_text text[OBU_CARDS];
    char edition_note[256];                  /* what the file says of its deviations, or "" */
    uint8_t network_known[OBU_NETWORKS + 1]; /* as obu_card_text.known, for the numbers of each Network */
    uint8_t milestones_known;
};

/* ------------------------------------------------------------------ state */

enum { OBU_GROUND = 96, OBU_STACK = 10, OBU_KNOWN = 96 };

/* One seat: its platform, which is open, and its hand, which is not. */
struct obu_seat {
    struct obu_cards hand; /* unknown in a view: zero */
    uint64_t comm;         /* Communities on the platform */
    uint64_t stack;        /* Blockers (the active one too) and Hotfixes in the stack, as in obu_cards.other */
    uint16_t users;        /* true Users: 2 * half icons + single users, so that one user breaks a tie (OBU-11) */
    uint16_t influencers;  /* bit i: Influencer i is here */
    uint8_t toxicity;
    uint8_t guards;   /* bit g: Safeguard g is here; bit 4+g: it was played as a counter */
    uint8_t blocker;  /* 0: none active; else 1 + its number (card - OBU_BLOCKER) */
    uint8_t ground;   /* cards ground on the active Blocker */
    uint8_t received; /* Blockers ever placed here (OBU-78) */
    uint8_t network;  /* enum obu_network */
    uint8_t hand_count;
    uint8_t spare; /* zero */
};

/* What the game waits for. The top frame of the stack is asked; the bottom one is the turn. */
enum obu_frame_kind {
    OBU_NOTHING,
    OBU_LAUNCH,      /* seat: the next that has not chosen */
    OBU_RETURN,      /* Friendlink's surplus */
    OBU_DRAW,        /* the active seat draws; this frame stays at the bottom as the turn */
    OBU_PLAY,        /* the active seat sacrifices or plays */
    OBU_SACRIFICE,   /* a sacrifice has begun; a = Toxicity given so far */
    OBU_SECOND,      /* Grassroots Spurt: one more 50 M Community or pass */
    OBU_GUARD,       /* Safeguard counter: seat is attacked, a = Blocker number, b = attacker */
    OBU_CHAIN,       /* Push counter: seat is asked; the chain is in obu_state.chain */
    OBU_VIRAL,       /* Viral Moment: add one or pass */
    OBU_GIVE,        /* Talent Poaching: seat gives; a = drawer */
    OBU_TAKE,        /* Data Portability: seat takes from seat a, or passes */
    OBU_DROP,        /* seat picks among equals: a = 0 Moral Panic, 1 end of The Hellsite's turn */
    OBU_CLAIM,       /* manual Milestones: seat may claim what is in mask a */
    OBU_SHUFFLE,     /* Social Shuffle goes on: obu_state.shuffle[] (only beneath OBU_CLAIM) */
    OBU_AFTER_CHAIN, /* the turn ends when what is above is done */
    OBU_END          /* Game Over was drawn */
};

/* A push chain: OBU-104..115. */
struct obu_chain {
    uint8_t influencer;
    uint8_t from;        /* its platform */
    uint8_t destination; /* last named */
    uint8_t opener;
    uint8_t last;  /* last pusher; the opener at first */
    uint8_t named; /* bit s: seat s was named as destination, or is `from` */
    uint8_t poked; /* 1: a Poke opened it, and its worth may reach a Milestone; 0 unless rules->asked_once */
};

/* One card that was seen by all and went into a hand: see knowledge.c. */
struct obu_known {
    uint8_t card_seat; /* card | seat << 6 */
    uint8_t age;       /* ground cards its seat had when it got it; flags above */
};

struct obu_state {
    /* ---- facts ---- */
    struct obu_seat seat[OBU_SEATS];
    uint8_t pile[OBU_PILE];     /* the deck grows up from 0 (its top is pile[deck - 1]); the discard pile down from the end (its
                                   top is pile[OBU_PILE - discard]) */
    uint8_t ground[OBU_GROUND]; /* all ground cards in order of time: card | seat << 6; OBU_HIDDEN as card if not known */
    uint8_t attached[OBU_INFLUENCERS]; /* under each Influencer, wherever it is (OBU-103): Pokes | Pushes << 4 */
    uint8_t event_pile[OBU_EVENTS];    /* Event numbers, bottom first */
    uint8_t shuffle[OBU_INFLUENCERS];  /* Influencers still to be placed, last first */
    uint8_t deck;                      /* cards in the deck, Game Over included */
    uint8_t discard;
    uint8_t ground_total;
    uint8_t cut;   /* Game Over is among the lowest cut + 1 cards of the deck */
    uint8_t event; /* enum obu_event_card on top, OBU_NO_EVENT if none */
    uint8_t event_count;
    uint8_t event_drawer;
    uint8_t shuffle_count;
    uint8_t milestone[OBU_MILESTONES]; /* 0 unclaimed, else 1 + seat */
    uint8_t turn;                      /* the active seat */
    uint8_t stall;                     /* cards taken from the discard pile in a row */
    uint8_t gone;                      /* 1: Today's Main Character left for good */
    uint8_t gone_attached;             /* with these cards beneath */
    uint8_t depth;                     /* frames on the stack */
    uint8_t launched;                  /* bit s: seat s has launched, openly or in secret */
    uint8_t viewer;                    /* 0: a state; 1 + seat: that seat's view; 15: a spectator's */
    uint16_t turns;                    /* turns begun */
    struct bil_frame stack[OBU_STACK];
    struct obu_chain chain;
    uint8_t spare;               /* zero */
    uint32_t pending[OBU_SEATS]; /* secret simultaneous choices until all are in; 1 = chosen, not known to the viewer */
    /* ---- who knows what: not part of the facts ---- */
    uint8_t known_count;
    uint8_t passed[OBU_SEATS];      /* Talent Poaching: the card that seat s gave to its left neighbour, 0 = none, 1 + card */
    uint8_t passed_age[OBU_SEATS];  /* by giver: the receiver's ground cards at that time */
    uint8_t passed_hand[OBU_SEATS]; /* of how many of the giver's cards it may be, as all know; 0: it gave none */
    uint8_t owed[OBU_SEATS];    /* unknown cards shown beyond those counted: one of the seat's known ones must have been passed */
    uint8_t young[OBU_SEATS];   /* cards drawn unseen since the seat's last ground card, and still unseen */
    uint8_t initial[OBU_SEATS]; /* cards from the deal, still unseen */
    uint8_t older[OBU_GROUND];  /* beside each ground card: cards drawn unseen between its predecessor and it, still unseen */
    struct obu_known known[OBU_KNOWN];
    uint8_t pure[OBU_SEATS]; /* how many of `initial` are known to be no Communities (Friendlink launched fewer than three) */
    uint8_t pad[2];
};

#define OBU_FACTS offsetof(struct obu_state, known_count)
static_assert(sizeof(struct obu_state) <= BIL_MAX_STATE, "a state must fit");
static_assert(sizeof(struct obu_rules) <= BIL_MAX_RULES, "rules must fit");

/* ------------------------------------------------------------------ moves */

/* A move is a verb and up to three parts: OBU_MOVE(verb, a, b, c). Cards are cards; Influencers, Milestones and seats are numbers.
 */
enum obu_verb {
    OBU_M_LAUNCH = 1, /* a, b, c: Communities, ascending; OBU_HIDDEN where there are fewer */
    OBU_M_RETURN,     /* a, b: cards, ascending; OBU_HIDDEN where there is one */
    OBU_M_DRAW_DECK,
    OBU_M_DRAW_DISCARD,
    OBU_M_ADD,           /* a: Community; the play, Viral Moment and the second Community alike */
    OBU_M_BLOCK,         /* a: Blocker card, b: seat */
    OBU_M_FIX,           /* a: Hotfix card */
    OBU_M_GRIND,         /* a: card */
    OBU_M_GUARD,         /* a: Safeguard card */
    OBU_M_POKE,          /* a: Influencer number */
    OBU_M_PUSH,          /* a: Influencer number, b: seat */
    OBU_M_DISCARD,       /* a: card */
    OBU_M_SACRIFICE,     /* a: Community, or OBU_HIDDEN for the free case */
    OBU_M_DONE,          /* no further sacrifice */
    OBU_M_COUNTER_GUARD, /* a: Safeguard card */
    OBU_M_COUNTER_PUSH,  /* b: seat */
    OBU_M_PASS,
    OBU_M_GIVE,  /* a: card */
    OBU_M_TAKE,  /* a: Community */
    OBU_M_DROP,  /* a: Community */
    OBU_M_CLAIM, /* a: Milestone 0..2 */
    OBU_VERBS
};
#define OBU_MOVE(verb, a, b, c) ((bil_move)(verb) | (bil_move)(a) << 5 | (bil_move)(b) << 11 | (bil_move)(c) << 17)
#define OBU_VERB(move)          ((enum obu_verb)((move)&31U))
#define OBU_A(move)             ((uint8_t)((move) >> 5 & 63U))
#define OBU_B(move)             ((uint8_t)((move) >> 11 & 63U))
#define OBU_C(move)             ((uint8_t)((move) >> 17 & 63U))
enum { OBU_MAX_MOVES = 160 };

/* ------------------------------------------------------------------ chance */

/* Streams of a match's seed. Index: the seat for re-deals, else 0. */
enum obu_stream { OBU_S_NETWORKS = 1, OBU_S_DEAL, OBU_S_EXTRA, OBU_S_DECK, OBU_S_FIRST, OBU_S_SHUFFLE };

/* ------------------------------------------------------------------ events for the listener: a, b, c */

enum { OBU_AT_END = 2 };
enum obu_said {
    OBU_E_NETWORK = 1,    /* seat got Network a */
    OBU_E_DEALT,          /* seat was dealt a cards */
    OBU_E_REDEALT,        /* seat had nothing to launch and got a new deal of a cards */
    OBU_E_CHOSE,          /* seat has chosen in secret (launch or give); to itself, b = 1: it could launch Community a alone */
    OBU_E_LAUNCHED,       /* seat launches Community a */
    OBU_E_RETURNED,       /* seat puts a card (a, for its viewers only) under the deck */
    OBU_E_EXTRA,          /* The Hellsite's extra Community a */
    OBU_E_DECK,           /* the deck is ready: a cards, the lowest b with Game Over among them */
    OBU_E_FIRST,          /* seat begins */
    OBU_E_TURN,           /* seat's turn begins; a = 1: after a counter */
    OBU_E_DREW,           /* seat drew card a from the deck (details for its viewers only); b = 1: for the
                           * discard pile is empty, and was not before, or this is its first turn */
    OBU_E_TOOK,           /* seat took card a from the discard pile */
    OBU_E_INFLUENCER,     /* seat drew Influencer a */
    OBU_E_JOINED,         /* Influencer a joins seat's platform; b = where it stood, or -1; c = 1: others
                           * were as good for it (OBU-118); OBU_AT_END: is there at the end, for obu_consequence */
    OBU_E_STAYED,         /* Influencer a stays on seat's platform */
    OBU_E_EVENT,          /* seat drew Event a */
    OBU_E_NO_EFFECT,      /* Event a finds nothing to do */
    OBU_E_GAME_OVER,      /* seat drew Game Over */
    OBU_E_ADDED,          /* seat adds Community a; b = 0 play, 1 Viral Moment, 2 second Community */
    OBU_E_BLOCKED,        /* seat plays Blocker a on seat b */
    OBU_E_ACTIVE,         /* Blocker a is now active on seat */
    OBU_E_COUNTERED,      /* seat counters Blocker a of seat b with Safeguard c */
    OBU_E_FIXED,          /* seat plays Hotfix a against Blocker b */
    OBU_E_GROUND,         /* seat grinds card a (for its viewers only); b = ground cards now, c = needed */
    OBU_E_RESOLVED,       /* Blocker a on seat is resolved; b = enum obu_how */
    OBU_E_GUARDED,        /* seat adds Safeguard a */
    OBU_E_POKED,          /* seat pokes Influencer a, which would go to seat b; c as in OBU_E_JOINED */
    OBU_E_PUSHED,         /* seat pushes Influencer a to seat b */
    OBU_E_PUSH_COUNTERED, /* seat counters with a Push: Influencer a to seat b */
    OBU_E_DISCARDED,      /* seat discards card a */
    OBU_E_SACRIFICED,     /* seat sacrifices Community a */
    OBU_E_DROPPED,        /* seat loses Community a; b = 0 Moral Panic, 1 its own end of turn */
    OBU_E_TAKEN,          /* seat takes Community a from seat b */
    OBU_E_PASSED_ON,      /* seat passes card a (for its viewers only) to seat b */
    OBU_E_MILESTONE,      /* seat claims Milestone a */
    OBU_E_REMOVED,        /* Influencer a leaves the game */
    OBU_E_UNCOVERED,      /* Event a is covered and ends */
    OBU_E_COUNT
};
enum obu_how { OBU_BY_FIX, OBU_BY_GRINDING, OBU_BY_GUARD, OBU_BY_SACRIFICE, OBU_BY_PATCH_DAY, OBU_BY_VOLUNTEERS };

/* ------------------------------------------------------------------ small helpers every file uses */

static inline int obu_popcount(uint64_t bits)
{
    return __builtin_popcountll(bits);
}
static inline int obu_lowest(uint64_t bits)
{
    return __builtin_ctzll(bits);
}
static inline bool obu_is_community(int card)
{
    return card < OBU_COMMUNITIES_MAX;
}

/* Copies of a card in a set. */
static inline int obu_count(const struct obu_rules *rules, const struct obu_cards *cards, int card)
{
    return obu_is_community(card) ? (int)(cards->comm >> card & 1U) : obu_popcount(cards->other & rules->field[card]);
}
static inline bool obu_has(const struct obu_rules *rules, const struct obu_cards *cards, int card)
{
    return obu_is_community(card) ? (cards->comm >> card & 1U) != 0 : (cards->other & rules->field[card]) != 0;
}
static inline uint64_t obu_other_add(const struct obu_rules *rules, uint64_t other, int card)
{
    const uint64_t field = rules->field[card];
    return other | (((other & field) << 1 | 1ULL << rules->field_low[card]) & field);
}
static inline uint64_t obu_other_remove(const struct obu_rules *rules, uint64_t other, int card)
{
    const uint64_t field = rules->field[card];
    return (other & ~field) | ((other & field) >> 1 & field);
}
/* A Community has no field: then `other` stays as it is. */
static inline void obu_cards_add(const struct obu_rules *rules, struct obu_cards *cards, int card)
{
    cards->comm |= (uint64_t)obu_is_community(card) << card;
    cards->other = obu_other_add(rules, cards->other, card);
}
static inline void obu_cards_remove(const struct obu_rules *rules, struct obu_cards *cards, int card)
{
    cards->comm &= ~((uint64_t)obu_is_community(card) << card);
    cards->other = obu_other_remove(rules, cards->other, card);
}
static inline int obu_hand_size(const struct obu_rules *rules, const struct obu_seat *seat) /* OBU-17 */
{
    return rules->hand_size[seat->network];
}
static inline int obu_discard_top(const struct obu_state *state)
{
    return state->pile[OBU_PILE - state->discard];
}
static inline struct bil_frame *obu_top(struct obu_state *state)
{
    return &state->stack[state->depth - 1];
}
static inline const struct bil_frame *obu_top_const(const struct obu_state *state)
{
    return &state->stack[state->depth - 1];
}
static inline int obu_pokes(const struct obu_state *state, int influencer)
{
    return state->attached[influencer] & 15;
}
static inline int obu_pushes(const struct obu_state *state, int influencer)
{
    return state->attached[influencer] >> 4;
}
static inline int obu_after(const struct obu_rules *rules, int seat) /* clockwise (OBU-37) */
{
    return seat + 1 == rules->seats ? 0 : seat + 1;
}
static inline void obu_say(const struct bil_listener *listener, int kind, int seat, int flags, int viewers, int a, int b, int c)
{
    if (listener) {
        const struct bil_event event = {(uint8_t)kind, (int8_t)seat, (uint8_t)flags, (uint8_t)viewers,
                                        (int16_t)a,    (int16_t)b,   (int16_t)c};
        listener->hear(listener->context, &event);
    }
}

/* ------------------------------------------------------------------ what the files offer each other */

extern const struct bil_game bil_game_one_billion_users; /* game.c */

/* card_rows.c: the cards from OBU_BLOCKER on, then these. */
enum {
    OBU_ROW_EVENT = OBU_HIDDEN - OBU_BLOCKER,
    OBU_ROW_NETWORK = OBU_ROW_EVENT + OBU_EVENTS,
    OBU_ROW_CRITERION = OBU_ROW_NETWORK + OBU_NETWORKS, /* 2 * enum obu_measure, + 1 for the fewest */
    OBU_CRITERIA = 10
};
extern const struct bil_card obu_card_rows[];
static inline bool obu_event_ongoing(int event) /* until the next Event covers it (OBU-133) */
{
    return obu_card_rows[OBU_ROW_EVENT + event].lasts;
}
static inline const char *obu_network_name(int network)
{
    return network == OBU_NO_NETWORK ? "none" : obu_card_rows[OBU_ROW_NETWORK + network - 1].name;
}

/* cards.c */
extern const char *const obu_milestone_names[OBU_MILESTONES];
extern const uint8_t obu_hotfix_cures[OBU_HOTFIXES];                     /* Blocker number */
extern const uint8_t obu_safeguard_against[OBU_SAFEGUARDS];              /* Blocker number */
extern const int8_t obu_guard_for[OBU_BLOCKERS];                         /* Safeguard number, or -1 (Toxic Culture) */
void obu_cards_compiled_in(void *rules);                                 /* values, counts and names of the compiled-in edition */
bool obu_rules_derive(struct obu_rules *rules, struct bil_error *error); /* masks and fields from values and counts */

/* setup.c */
void obu_setup(const void *rules, struct bil_random *random, void *state, const struct bil_listener *listener);
void obu_launch_done(const struct obu_rules *rules, struct obu_state *state, struct bil_random *random,
                     const struct bil_listener *listener);
uint64_t obu_launchable(const struct obu_rules *rules, const struct obu_seat *seat); /* Communities of the hand it may launch */
int obu_cut_size(const struct obu_rules *rules, int deck_without_game_over);

/* limits.c */
uint64_t obu_addable(const struct obu_rules *rules, const struct obu_state *state,
                     int seat); /* every Community that seat may add now */
bool obu_can_block(const struct obu_rules *rules, const struct obu_state *state, int seat, int blocker, int target);
uint64_t obu_fixes(const struct obu_rules *rules, const struct obu_state *state, int seat,
                   uint64_t held); /* the Hotfixes among `held` (bit c: card c) that seat may play now */
int obu_underdog(const struct obu_rules *rules, const struct obu_state *state); /* the seat Underdog Week protects, or -1 */
int obu_grind_needed(const struct obu_rules *rules, const struct obu_state *state, int seat);
/* Makes rules->cures and rules->accepts from the fields of the edition. */
void obu_limits_derive(struct obu_rules *rules);
/* Which of the Blockers in `held` (bit c: card c) the seat may play on which seat: bit 4 * b + target. */
uint32_t obu_blocks(const struct obu_rules *rules, const struct obu_state *state, int seat, uint64_t held);

/* legal.c */
int obu_actor(const void *rules, const void *state);
int obu_moves(const void *rules, const void *state, bil_move *list);
void obu_legal_derive(struct obu_rules *rules); /* rules->play */
bil_move obu_pick(const void *rules, const void *state, struct bil_random *random);
bool obu_recorded(const void *rules, const void *state);
unsigned obu_window(const void *rules, const void *state);
bool obu_open(const void *rules, const void *state);
uint64_t obu_play_out(const void *rules, void *state, struct bil_random *own, struct bil_random *random, uint64_t most);

/* apply.c */
void obu_apply(const void *rules, void *state, bil_move move, struct bil_random *random, const struct bil_listener *listener);
void obu_begin_turn(struct obu_state *state, int seat, bool counter, const struct bil_listener *listener);

/* platform.c: every change of a platform's totals goes through these */
int obu_influencer_worth(const struct obu_rules *rules, const struct obu_state *state, int seat,
                         int influencer); /* as users, on that platform */
void obu_put_community(const struct obu_rules *rules, struct obu_state *state, int seat, int card);
void obu_lift_community(const struct obu_rules *rules, struct obu_state *state, int seat, int card);
void obu_put_influencer(const struct obu_rules *rules, struct obu_state *state, int seat, int influencer);
void obu_lift_influencer(const struct obu_rules *rules, struct obu_state *state, int seat, int influencer);
int obu_poke_worth(const struct obu_rules *rules, const struct obu_state *state, int seat,
                   int influencer);                                     /* what its latest Poke brings there, as users */
int obu_influencer_home(const struct obu_state *state, int influencer); /* seat, or -1 */
/* After Users came to a platform, which had `before` of them: claims what is free, or asks. */
void obu_reach_milestones(const struct obu_rules *rules, struct obu_state *state, int seat, int before,
                          const struct bil_listener *listener);
unsigned obu_milestones_open(const struct obu_rules *rules, const struct obu_state *state, int seat); /* mask it could claim now */
void obu_to_discard(struct obu_state *state, int card);
void obu_resolve(const struct obu_rules *rules, struct obu_state *state, int seat, int how, const struct bil_listener *listener);
int obu_icons(const struct obu_seat *seat); /* User icons in halves */

/* influencers.c */
int obu_prefers(const struct obu_rules *rules, const struct obu_state *state, int influencer,
                int drawer); /* the seat it joins, judged from the centre */
int obu_extreme(const struct obu_rules *rules, const struct obu_state *state, int measure, bool fewest, int drawer, bool criterion,
                unsigned allowed);
/* whether another seat was as good for the Influencer as `home`, which it prefers */
bool obu_tied(const struct obu_rules *rules, const struct obu_state *state, int influencer, int home);
void obu_influencer_drawn(const struct obu_rules *rules, struct obu_state *state, int influencer,
                          const struct bil_listener *listener);
void obu_open_chain(const struct obu_rules *rules, struct obu_state *state, int influencer, int destination, bool poked,
                    const struct bil_listener *listener);
void obu_chain_answer(const struct obu_rules *rules, struct obu_state *state, bil_move move, const struct bil_listener *listener);
/* The next seat after `seat` that a chain asks if nobody answers; -1 if there is none. */
int obu_chain_next(const struct obu_rules *rules, const struct obu_state *state, int seat);

/* event_cards.c */
void obu_event_drawn(const struct obu_rules *rules, struct obu_state *state, int event, struct bil_random *random,
                     const struct bil_listener *listener);
void obu_shuffle_continue(const struct obu_rules *rules, struct obu_state *state, const struct bil_listener *listener);
void obu_give_done(const struct obu_rules *rules, struct obu_state *state, const struct bil_listener *listener);
uint64_t obu_takeable(const struct obu_rules *rules, const struct obu_state *state, int taker, int giver);
uint64_t obu_most_toxic(const struct obu_rules *rules, uint64_t communities); /* equals with most Toxicity; 0 if all are clean */
uint64_t obu_largest(const struct obu_rules *rules, uint64_t communities);    /* equals with most Users */
void obu_drop(const struct obu_rules *rules, struct obu_state *state, int seat, int card, int why,
              const struct bil_listener *listener);

/* score.c */
/* The items of a score, in this order; the last is there only with a Network that counts something at the end. */
enum obu_item {
    OBU_ITEM_USERS,
    OBU_ITEM_PENALTY,
    OBU_ITEM_LOW,
    OBU_ITEM_SAFEGUARDS,
    OBU_ITEM_COUNTERPLAY,
    OBU_ITEM_MILESTONES,
    OBU_ITEM_NETWORK,
    OBU_ITEMS
};
void obu_score(const void *rules, const void *state, int seat, struct bil_score *score);
int obu_points(const struct obu_rules *rules, const struct obu_state *state, int seat); /* the total alone, fast */
int obu_rank(const void *rules, const void *state, uint8_t place[BIL_MAX_SEATS]);
int obu_length(const void *rules, const void *state); /* turns begun */

/* knowledge.c */
/* obu_known.age: the low seven bits are the age; or the whole byte is OBU_RETURNED. */
enum {
    OBU_SUSPECT = 128, /* may be the card that Talent Poaching took to the left neighbour */
    OBU_RETURNED = 127 /* went under the deck at set-up; known to its owner only */
};
/* obu_state.passed for those who saw only that a card went. */
enum { OBU_PASSED_UNSEEN = 255 };
void obu_know_drew(struct obu_state *state, int seat); /* a card from the deck into the hand, unseen */
void obu_know_took(const struct obu_rules *rules, struct obu_state *state, int seat,
                   int card); /* a card everybody saw into the hand */
void obu_know_shown(const struct obu_rules *rules, struct obu_state *state, int seat, int card); /* a hand card is shown to all */
void obu_know_ground(struct obu_state *state, int seat);                      /* call before the card is appended to ground[] */
void obu_know_passed(const struct obu_rules *rules, struct obu_state *state); /* after Talent Poaching, from pending[] */
void obu_know_returned(struct obu_state *state, int seat, int card); /* a card that only its owner knows to be in the deck */
bool obu_could_hold(const struct obu_rules *rules, const struct obu_state *state, int seat,
                    int card);                                   /* as far as everybody knows */
int obu_unknown_tokens(const struct obu_state *state, int seat); /* of every age */

/* lazy_deck.c */
#ifndef BIL_WITHOUT_SOLVING
void obu_settle_top(const struct obu_rules *rules, struct obu_state *state, struct bil_random *random); /* of a lazy deck */
#else
#define obu_settle_top(rules, state, random) ((void)0)
#endif

#endif
