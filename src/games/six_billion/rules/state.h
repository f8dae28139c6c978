/* 6 Billion: what a card is, what a state holds, what a move means, and which file does what.
 *
 * Everything here is private to this game. Nothing in a state or in rules is a pointer, a float or a string that a rule reads. A
 * file knows its own drawer and those below it: documents and advice -> words -> secrets -> rules (tools/check/layers).
 *
 *   game.c           the one struct bil_game
 *
 *   rules/           the rulebook in C. This header says what its files offer.
 *     cards.c        the compiled-in edition: sites, distances, cards        SIX-6, section 22
 *     card_rows.h    every kind of card, a row each
 *     legal.c        the legal moves of every decision                       section 24
 *     limits.c       who can send what where, who is protected               SIX-81..109, 117..122
 *     apply.c        plays one move                                          SIX-125..163
 *     turns.c        set-up, powers, game turns, faction turns, Neutrals     SIX-8..63, 74..78, 197..209, 236..251, 266, 268
 *     windows.c      Cancel and Response cards, consent, Wars                SIX-106..115, 164..196
 *     tracks.c       tokens, growth sums, holding boxes, the end             SIX-48..54, 64..73, 79..91, 245, 246
 *     piles.c        deck, discard pile, open cards; decks without order     SIX-133, 145, 202..209, 263, 264
 *     score.c        points, places                                          SIX-243..262
 *     knowledge.c    what the table learns of hidden cards as it plays       SIX-215..222
 *   secrets/         what a viewer may know: secrets.h
 *     view.c         hide, and the open cards                                SIX-215..222
 *     deal.c         a random world that fits a view                         SIX-215..222
 *   words/           sentences for people: words.h
 *     words.c        the words that all of them share
 *     notation.c     how moves are written and read                          section 24
 *     frames.c       what is waited for, and how it is asked; events_text.c what has happened
 *     retell.c       what has happened, run by run, for somebody who was away
 *     why.c          why a move is not legal now
 *     board.c        the Solar System drawn for a terminal; board_tracks.c its tracks
 *     topics.c       the rules in our own words; topics_cards.c the other pages
 *   documents/       what is read and written: documents.h
 *     options.c      options and edition into rules                          SIX-7..11, section 23
 *     edition.c      an edition as JSON and back
 *     position.c     a position as JSON and back; position_cards.c, _frames.c, _knowledge.c,
 *                    its parts
 *     observation.c  what programs that learn see of a position
 *     check.c        invariants; check_situation.c whether play can lead to what is waited for
 *     counts.c       what a laboratory counts
 *   advice/          what bots and hints think of a move: advice.h
 *     advice.c       a cheap estimate of every move; advice_sites.c of the sites; advice_weights.h their weights
 *     places.h       points by places, for all factions at once
 *     explain.c      why a move is good; what each answer in a window does
 *     orders.c       standing orders
 *     persons.c      who a bot can be, and what each likes
 */
#ifndef SIX_BILLION_STATE_H
#define SIX_BILLION_STATE_H

#include <assert.h>
#include <string.h>

#include "billions/cards.h"
#include "billions/game.h"
#include "kit/fields.h"
#include "kit/frames.h"

/* ------------------------------------------------------------------ words of the game */

enum { SIX_PLAYERS = 5, SIX_FACTIONS = 6, SIX_SITES = 10, SIX_COLOURS = 6, SIX_OPEN = 3, SIX_HAND = 6 };
enum { SIX_REVISION = 1 }; /* of these rules, the newest */

enum six_site {
    SIX_MERCURY,
    SIX_VENUS,
    SIX_EARTH,
    SIX_MARS,
    SIX_BELT,
    SIX_JUPITER,
    SIX_SATURN,
    SIX_URANUS,
    SIX_NEPTUNE,
    SIX_PLUTO
};
enum { SIX_EVERY_SITE = (1 << SIX_SITES) - 1, SIX_PAIR_SITES = 1 << SIX_MERCURY | 1 << SIX_PLUTO };
enum six_colour { SIX_RED, SIX_BLUE, SIX_GREEN, SIX_BLACK, SIX_ORANGE, SIX_PINK };

/* Populations are levels: 0 no token, 1 = 1 billion, 2 = 2, 3 = 4 ... 11 = 1024. */
enum { SIX_LEVELS = 12, SIX_LEVEL_1024 = 11 };
static inline int six_population(int level)
{
    return level == 0 ? 0 : 1 << (level - 1);
}

/* Kinds of playing cards, in the order of the checklist's table 22.3. Copies of a kind are one card to everybody. */
enum six_card {
    SIX_NO_CARD,
#define SIX_CARD_ROW(number, ...) SIX_##number,
#include "games/six_billion/rules/card_rows.h"
    SIX_CARDS,       /* one more than the last kind */
    SIX_HIDDEN = 31, /* a card that the viewer does not know; never a real card */
};
enum { SIX_PILE = 104, SIX_MOST_COPIES = 12 }; /* an edition has at most SIX_PILE playing cards */
#define SIX_CARD_BIT(card) (1U << (card))

/* The effect of a card and its target. Fixed for each kind (six_family, six_target in cards.c). */
enum six_family {
    SIX_F_NONE,
    SIX_F_COLONY,
    SIX_F_MIGRANTS,
    SIX_F_DOUBLE,
    SIX_F_RECYCLE,
    SIX_F_DISCOVERY,
    SIX_F_TROUBLE,
    SIX_F_HOME,
    SIX_F_CANCEL,
    SIX_F_RESPONSE
};
enum six_target { SIX_T_OWN, SIX_T_OTHER, SIX_T_NEUTRAL, SIX_T_NONE };
enum six_symbol { SIX_DOLLAR, SIX_SMILEY, SIX_LEAF, SIX_SYMBOLS };

/* Hidden Agendas are 1 + site. Discovery cards are 1 + site, or one of the three tracks. 0: none. */
enum {
    SIX_FIND_SYMBOL = 1 + SIX_SITES, /* 11 Dollar, 12 Smiley, 13 Leaf */
    SIX_FINDS = SIX_FIND_SYMBOL + SIX_SYMBOLS,
    SIX_FIND_HIDDEN = 15, /* agenda or Discovery card that the viewer does not know */
    SIX_FIND_UP = 16,     /* added to a held Discovery card that is face up */
    SIX_FIND_DECK = 16,   /* room in the Discovery deck */
    SIX_AGENDAS = 40,     /* and for Hidden Agendas */
    SIX_HELD = 3          /* Discovery cards a player may hold for a moment: the limit and one more */
};

/* ------------------------------------------------------------------ rules: constant during a match */

enum { SIX_PUBLISHED = 2, SIX_NAME_ONLY = 1, SIX_RECONSTRUCTED = 0 };

struct six_rules {
    uint8_t seats;    /* players are factions 0 .. seats - 1 */
    uint8_t neutrals; /* Neutrals are the factions after them */
    uint8_t factions;
    uint8_t fast; /* nobody looks: idle seats are not asked, knowledge is not kept */
    uint8_t lazy; /* all worlds of a view are gone through: the decks have no order (deal.c) */
    uint8_t revision;
    uint8_t start_level; /* of every token on Earth at first (SIX-8) */
    /* options, section 23 */
    uint8_t track;           /* the Discovery Track is in use */
    uint8_t leaf_limit;      /* Leaf moves a token one place only */
    uint8_t tokens;          /* pieces of each faction; 0 = no limit */
    uint8_t trouble_billion; /* NCIT and TIOH take one billion, not the piece */
    uint8_t discovery_step;  /* an optional Discovery card may be revealed for a step */
    uint8_t turn_cap;        /* the game is scored after that game turn; 0 = never */
    uint8_t colour[SIX_FACTIONS];
    uint8_t find_limit;    /* Discovery cards a player may keep: 1, with the Discovery Track 2 */
    uint8_t earth_limit;   /* as the option says: a population, or 0 for that of the edition */
    uint8_t edition_earth; /* growth limit of Earth in the edition, whatever the option earth-limit makes of it */
    /* the board (edition) */
    uint8_t last[SIX_SITES];  /* level of the last number of each track */
    uint8_t limit[SIX_SITES]; /* level of the growth limit; 0 = none */
    uint8_t points[SIX_SITES][3];
    uint8_t distance[SIX_SITES][SIX_SITES];
    uint8_t track_last; /* 6 */
    uint8_t track_points[SIX_SYMBOLS][3];
    uint8_t dollar_cost; /* points a place */
    /* the cards (edition) */
    uint8_t copies[SIX_CARDS];
    uint8_t card_distance[SIX_CARDS]; /* New Colony and Migrants */
    uint8_t card_points[SIX_CARDS];   /* when played */
    uint8_t card_symbol[SIX_CARDS];   /* enum six_symbol */
    uint8_t card_symbols[SIX_CARDS];  /* 1, or 2: enough for a step alone (Recycle) */
    uint8_t agendas[1 + SIX_SITES];   /* copies of each Hidden Agenda */
    uint8_t finds[SIX_FINDS];         /* copies of each Discovery card in the box */
    /* derived */
    uint8_t weight[SIX_SITES][SIX_LEVELS]; /* what a token there adds to the growth sum; 4 = full (SIX-51) */
    uint16_t reach[SIX_CARDS][SIX_SITES];  /* sites a card can send to from a site, Earth left out (SIX-65, 94) */
    uint32_t symbol_kinds[SIX_SYMBOLS];    /* kinds with that symbol, bit by kind */
    uint8_t box[SIX_PILE];                 /* every playing card, by kind */
    uint8_t box_count;
    uint8_t find_box[SIX_FIND_DECK]; /* the Discovery deck that is used, by kind */
    uint8_t find_count;
    uint8_t agenda_box[SIX_AGENDAS]; /* every Hidden Agenda */
    uint8_t agenda_count;
    /* for people only */
    char edition_name[64];
    uint8_t edition_is_compiled_in;
    char edition_note[256]; /* what the file says of its deviations, or "" */
    /* SIX_PUBLISHED or SIX_RECONSTRUCTED, for every number of the edition */
    uint8_t last_known[SIX_SITES], limit_known[SIX_SITES], points_known[SIX_SITES][3];
    uint8_t distances_known; /* as a whole */
    uint8_t copies_known[SIX_CARDS], distance_known[SIX_CARDS], card_points_known[SIX_CARDS], symbol_known[SIX_CARDS];
    uint8_t track_known;
};

/* ------------------------------------------------------------------ state */

struct six_hand {
    uint32_t kinds;            /* bit by kind: there is at least one; unknown in a view: 0 */
    uint8_t copies[SIX_CARDS]; /* of each kind; unknown in a view: 0 */
    uint8_t count;             /* cards in all: public */
    uint8_t spare;             /* zero */
};

/* What the game waits for. The top frame of the stack is asked; the bottom one is the step of the faction turn (SIX-28). `seat` is
 * who is asked. */
enum six_frame_kind {
    SIX_NOTHING,
    SIX_POWER,   /* a = enum six_symbol: D1 to D3, before the first faction turn of a game turn */
    SIX_GROW,    /* D4: next free doubling */
    SIX_SETTLE,  /* D10: next box */
    SIX_ACT,     /* D11: Action or stop */
    SIX_DISCARD, /* D13 */
    SIX_DRAW,    /* D14 */
    SIX_MIGRANT, /* D15 */
    SIX_RETURN,  /* D12, on SIX_ACT */
    SIX_CANCEL,  /* D5: who cancels six_state.event? on the step it happens in */
    SIX_RESPOND, /* D8: who answers card a of player b? on SIX_CANCEL or another SIX_RESPOND */
    SIX_CONSENT, /* D6: seat owns the protected token; a = the card offered, b = its player; on SIX_ACT or SIX_CANCEL */
    SIX_KEEP,    /* D7: the refused card a of seat; b = the owner who refused; in the place of SIX_CONSENT */
    SIX_HALVE,   /* D9: seat lost a War; in the place of that War's SIX_RESPOND */
    SIX_END
};
enum { SIX_STACK = 20 };

/* What a Cancel window is about. The card stays beside the piles until the window has closed. */
enum six_event_kind { SIX_NO_EVENT, SIX_EV_GROW, SIX_EV_DOUBLE, SIX_EV_TROUBLE, SIX_EV_HOME };
struct six_event {
    uint8_t kind;
    uint8_t card;    /* SIX_NO_CARD for a free doubling */
    uint8_t player;  /* who doubles or has played the card, and so is never asked */
    uint8_t faction; /* whose token or piece */
    uint8_t site;
};

/* The first billion that left a token in this faction turn (SIX-82): two Actions allow one more, so one entry is all. */
enum six_taken { SIX_TAKEN_NOTHING, SIX_TAKEN_FREE, SIX_TAKEN_PREPAID, SIX_TAKEN_LAST };
struct six_source {
    uint8_t how; /* FREE: from 8 or more, nothing moved. PREPAID: a 4 was halved, the next is paid. LAST: a 2 was halved */
    uint8_t faction, site;
};

enum six_reason { SIX_GOES_ON, SIX_END_BELT, SIX_END_EARTH, SIX_END_TRACKS, SIX_END_CAP };

struct six_state {
    /* ---- facts ---- */
    uint8_t level[SIX_FACTIONS][SIX_SITES]; /* population tokens; nothing in a box is one (SIX-3) */
    uint8_t box[SIX_FACTIONS][SIX_SITES];   /* billions: colonies | migrants << 4 (SIX-3, SIX-64) */
    uint16_t on[SIX_FACTIONS];              /* sites with a population token of the faction; from `level` */
    uint16_t topped[SIX_FACTIONS];          /* of these, the ones on the last number */
    uint16_t waiting[SIX_FACTIONS];         /* sites with anything in the faction's box; from `box` */
    uint8_t growth[SIX_SITES];              /* growth sums; from `level` */
    uint8_t order[SIX_FACTIONS];            /* factions in the order of this game turn */
    uint8_t at;                             /* whose turn it is: an index of `order` */
    uint8_t faction;                        /* order[at] */
    uint8_t acting;                         /* the player who decides for it (SIX-4) */
    uint8_t actions;                        /* Actions used in this turn */
    uint8_t removed;                        /* Famines out of the game */
    uint8_t end;                            /* enum six_reason */
    uint16_t turn;                          /* game turn, from 1 */
    uint16_t attempted;                     /* sites whose free doubling was attempted in this turn (SIX-59) */
    uint16_t reshuffles;
    uint16_t points[SIX_PLAYERS]; /* from cards; the true total (SIX-14, SIX-244) */
    uint8_t marker[SIX_PLAYERS][SIX_SYMBOLS];
    struct six_hand hand[SIX_PLAYERS];
    uint8_t pile[SIX_PILE]; /* the deck grows up from 0 (its top is pile[deck - 1]); the discard pile down from the end (its top
                               is pile[SIX_PILE - discard]) */
    uint8_t deck, discard;
    uint8_t open[SIX_OPEN];              /* face-up cards; 0 = an empty place */
    uint8_t agenda[SIX_PLAYERS];         /* 1 + site */
    uint8_t find[SIX_PLAYERS][SIX_HELD]; /* Discovery cards held: kind + SIX_FIND_UP, oldest first, then 0 */
    uint8_t find_deck[SIX_FIND_DECK];    /* bottom first */
    uint8_t find_left;                   /* cards in it */
    uint8_t refused[SIX_PLAYERS];        /* Action cards whose consent this owner refused in this turn: six_refusal_bit */
    uint8_t barred;                      /* players who may not offer a Cancel card again in this window */
    uint8_t viewer;                      /* 0: a state; 1 + seat: that seat's view; 15: a spectator's */
    uint8_t depth;                       /* frames on the stack */
    struct six_source source;
    struct six_event event;
    uint8_t pad[2];
    uint32_t pending; /* the Action that waits for consent */
    struct bil_frame stack[SIX_STACK];
    /* ---- who knows what: not part of the facts (knowledge.c) ---- */
    uint8_t known[SIX_PLAYERS][SIX_CARDS];    /* copies in a hand that everybody saw go there */
    uint8_t fresh[SIX_CARDS];                 /* copies that went into the deck with the last shuffle and were not seen since */
    uint8_t drawn[SIX_PLAYERS];               /* unknown cards in a hand that were drawn since that shuffle */
    uint8_t find_deck_seen[SIX_FIND_DECK];    /* players who know a card of the Discovery deck, bit by seat; 0xFF = everybody */
    uint8_t find_seen[SIX_PLAYERS][SIX_HELD]; /* likewise of the held ones */
    uint8_t unseen[SIX_CARDS];                /* copies of a kind in the deck or among the unknown cards of hands */
    uint8_t tail[2];
};

#define SIX_FACTS offsetof(struct six_state, known)
static_assert(sizeof(struct six_state) <= BIL_MAX_STATE, "a state must fit");
static_assert(sizeof(struct six_rules) <= BIL_MAX_RULES, "rules must fit");

/* ------------------------------------------------------------------ moves */

/* A move is a verb and up to five parts. Factions are numbers (players by seat, then Neutrals), whatever their colour. */
enum six_verb {
    SIX_M_GROW = 1, /* from: site */
    SIX_M_SETTLE,   /* from: site */
    SIX_M_COLONY,   /* card, faction, from, to */
    SIX_M_MIGRANTS, /* card, faction, from, to */
    SIX_M_DOUBLE,   /* card, faction, from */
    SIX_M_RECYCLE,  /* card = SIX_RECYCLE, from */
    SIX_M_DISCOVER, /* card = SIX_DISCOVERY */
    SIX_M_TROUBLE,  /* card, faction, from */
    SIX_M_HOME,     /* card, faction, from */
    SIX_M_REVEAL,   /* from: Discovery card 1 .. 13 */
    SIX_M_SYMBOL,   /* card; from: second card or 0; n: enum six_symbol. Of two cards the first of table 22.3 comes first */
    SIX_M_CANCEL,   /* card */
    SIX_M_RESPOND,  /* card */
    SIX_M_CONSENT,
    SIX_M_REFUSE,
    SIX_M_KEEP,
    SIX_M_DROP,
    SIX_M_HALVE,   /* from: site */
    SIX_M_RETURN,  /* from: Discovery card 1 .. 13 */
    SIX_M_DISCARD, /* card */
    SIX_M_TAKE,    /* card: an open one */
    SIX_M_DECK,
    SIX_M_SEND,  /* from, to, n: billions of the Neutral's migrant */
    SIX_M_UP,    /* Dollar and Smiley powers: n places towards the first */
    SIX_M_DOWN,  /* n places towards the last */
    SIX_M_PLACE, /* Leaf power: faction, n: place from 0 */
    SIX_M_PASS,
    SIX_VERBS
};
#define SIX_MOVE(verb, card, faction, from, to, n)                                                                                 \
    ((bil_move)(verb) | (bil_move)(card) << 5 | (bil_move)(faction) << 10 | (bil_move)(from) << 13 | (bil_move)(to) << 18 |        \
     (bil_move)(n) << 22)
#define SIX_VERB(move)    ((enum six_verb)((move)&31U))
#define SIX_CARD(move)    ((int)((move) >> 5 & 31U))
#define SIX_FACTION(move) ((int)((move) >> 10 & 7U))
#define SIX_FROM(move)    ((int)((move) >> 13 & 31U))
#define SIX_TO(move)      ((int)((move) >> 18 & 15U))
#define SIX_N(move)       ((int)((move) >> 22 & 15U))
enum { SIX_MAX_MOVES = 512 };

/* ------------------------------------------------------------------ chance */

/* Streams of a match's seed. Index: the game turn, game turn * 8 + faction, or the number of the reshuffle; else 0. */
enum six_stream { SIX_S_AGENDA = 1, SIX_S_FINDS, SIX_S_DECK, SIX_S_CUP, SIX_S_CONTROL, SIX_S_RESHUFFLE };

/* ------------------------------------------------------------------ events for the listener: a, b, c */

enum six_said {
    SIX_E_AGENDA = 1, /* seat got Hidden Agenda a (for its viewers only); at the end for all */
    SIX_E_DEALT,      /* seat was dealt a cards, one of them an open secret: Colony 2 */
    SIX_E_FACE_UP,    /* card a is face up now */
    SIX_E_CUP,        /* faction a has place b (from 1) in game turn c */
    SIX_E_POWER,      /* seat used symbol a: faction b moved to place c (from 1) */
    SIX_E_TURN,       /* the turn of faction a begins; seat decides */
    SIX_E_CONTROL,    /* seat controls Neutral a in its turn; b = 1: chance decided */
    SIX_E_GROWING,    /* seat names the token of faction a at site b for free doubling */
    SIX_E_GREW,       /* the token of faction a at site b has free doubled to level c */
    SIX_E_SETTLED,    /* faction a is established at site b on level c */
    SIX_E_SENT,       /* seat sends people: a = card (0: Neutral migrant), b = SIX_ROUTE, c = billions */
    SIX_E_SPENT,      /* that halved the source: faction a, site b, now level c */
    SIX_E_POINTS,     /* seat scores a for a card, b in all */
    SIX_E_DOUBLE,     /* seat plays Double card a on faction b at site c */
    SIX_E_DOUBLED,    /* the token of faction a at site b has doubled to level c */
    SIX_E_RECYCLED,   /* seat plays Recycle on site a; everything will be shuffled */
    SIX_E_RESHUFFLED, /* a new deck of a cards */
    SIX_E_FOUND,      /* seat draws Discovery card a (for its viewers only) */
    SIX_E_RETURNED,   /* seat puts Discovery card a (for its viewers only) under the Discovery deck */
    SIX_E_TROUBLE,    /* seat plays New Colony In Trouble (a = SIX_TROUBLE) or This Is Our Home on faction b at site c */
    SIX_E_LOST,       /* faction a lost b billions from its box at site c */
    SIX_E_REVEALED,   /* seat reveals Discovery card a; b billions come to its box there (or 1 step) */
    SIX_E_SYMBOL,     /* seat plays card a (and b, or 0) for symbol c */
    SIX_E_STEPPED,    /* seat's marker of symbol a is on b now */
    SIX_E_CANCELS,    /* seat plays Cancel card a against c = SIX_ABOUT */
    SIX_E_RESPONDS,   /* seat plays Response card a on card b of player c */
    SIX_E_NO_LONGER,  /* card a of seat is cancelled by card b */
    SIX_E_FAILED, /* what the window was about does not happen: a card of seat stopped it; a = SIX_STOPPED, b = faction, c = site */
    SIX_E_WAR,    /* seat halves its token at site a, to level b */
    SIX_E_NO_LOSS, /* seat has nothing to halve */
    SIX_E_OFFERED, /* seat offers card a, which needs the consent of seat b; c = SIX_ROUTE of its use; of a Cancel card SIX_ABOUT */
    SIX_E_CONSENTED,  /* seat says yes to card a of seat b */
    SIX_E_REFUSED,    /* seat says no to card a of seat b */
    SIX_E_KEPT,       /* seat takes the refused card a back */
    SIX_E_DROPPED,    /* seat puts the refused card a away */
    SIX_E_REMOVED,    /* card a leaves the game for good */
    SIX_E_DISCARDED,  /* seat discards card a */
    SIX_E_HAND_GOES,  /* seat took no Action: its hand of a cards goes */
    SIX_E_DREW,       /* seat draws card a from the deck (for its viewers only) */
    SIX_E_TOOK,       /* seat takes the open card a */
    SIX_E_NO_MIGRANT, /* Neutral a has nobody to send */
    SIX_E_STOPPED,    /* seat takes no second Action; a = 1: it could do nothing (for its viewers only) */
    SIX_E_OVER,       /* the game is over: a = enum six_reason */
    SIX_E_COUNT
};
#define SIX_ROUTE(faction, from, to) ((faction) | (from) << 3 | (to) << 8)
#define SIX_ROUTE_FACTION(route)     ((route)&7)
#define SIX_ROUTE_FROM(route)        ((route) >> 3 & 31)
#define SIX_ROUTE_TO(route)          ((route) >> 8 & 15)
/* What a Cancel card is played against: kind is an enum six_event_kind, the others are as in struct six_event. */
#define SIX_ABOUT(kind, player, faction, site) ((kind) | (player) << 3 | (faction) << 6 | (site) << 9)
#define SIX_ABOUT_KIND(about)                  ((about)&7)
#define SIX_ABOUT_PLAYER(about)                ((about) >> 3 & 7)
#define SIX_ABOUT_FACTION(about)               ((about) >> 6 & 7)
#define SIX_ABOUT_SITE(about)                  ((about) >> 9 & 15)

/* What did not happen (an enum six_event_kind), and the Cancel card that stopped it. */
#define SIX_STOPPED(kind, card)   ((kind) | (card) << 3)
#define SIX_STOPPED_KIND(stopped) ((stopped)&7)
#define SIX_STOPPED_CARD(stopped) ((stopped) >> 3 & 31)

/* ------------------------------------------------------------------ small helpers every file uses */

static inline int six_lowest(unsigned bits)
{
    return __builtin_ctz(bits);
}
static inline int six_popcount(unsigned bits)
{
    return __builtin_popcount(bits);
}
static inline bool six_is_player(const struct six_rules *rules, int faction) /* SIX-1 */
{
    return faction < rules->seats;
}
static inline int six_colonies(const struct six_state *state, int faction, int site)
{
    return state->box[faction][site] & 15;
}
static inline int six_migrants(const struct six_state *state, int faction, int site)
{
    return state->box[faction][site] >> 4;
}
static inline bool six_pairs(int site) /* Mercury and Pluto (SIX-67) */
{
    return (SIX_PAIR_SITES >> site & 1) != 0;
}
/* Sites where the faction's token is on 2 or more. */
static inline unsigned six_on_two(const struct six_state *state, int faction)
{
    unsigned sites = 0;
    for (int site = 0; site < SIX_SITES; site++) {
        sites |= (unsigned)(state->level[faction][site] >= 2) << site;
    }
    return sites;
}
/* Sites where half 0 (colonies) or 1 (migrants) of the faction's box has more than that number of billions. */
static inline unsigned six_box_above(const struct six_state *state, int faction, int half, int billions)
{
    unsigned sites = 0;
    for (unsigned rest = state->waiting[faction]; rest; rest &= rest - 1) {
        const int site = six_lowest(rest);
        const int there = half ? six_migrants(state, faction, site) : six_colonies(state, faction, site);
        sites |= (unsigned)(there > billions) << site;
    }
    return sites;
}
static inline bool six_has(const struct six_hand *hand, int card)
{
    return (hand->kinds >> card & 1U) != 0;
}
static inline void six_hand_add(struct six_hand *hand, int card)
{
    hand->copies[card]++;
    hand->kinds |= SIX_CARD_BIT(card);
    hand->count++;
}
static inline void six_hand_remove(struct six_hand *hand, int card)
{
    hand->copies[card]--;
    hand->kinds &= ~((uint32_t)(hand->copies[card] == 0) << card);
    hand->count--;
}
/* The place of a faction in the order of turn, from 0. */
static inline int six_turn_place(const struct six_rules *rules, const struct six_state *state, int faction)
{
    int place = 0;
    while (place < rules->factions - 1 && state->order[place] != faction) {
        place++;
    }
    return place;
}
static inline struct bil_frame *six_top(struct six_state *state)
{
    return &state->stack[state->depth - 1];
}
static inline const struct bil_frame *six_top_const(const struct six_state *state)
{
    return &state->stack[state->depth - 1];
}
static inline void six_push(struct six_state *state, int kind, int seat, int a, int b)
{
    state->stack[state->depth++] = (struct bil_frame){(uint8_t)kind, (uint8_t)seat, (uint8_t)a, (uint8_t)b};
}
static inline void six_pop(struct six_state *state)
{
    state->stack[--state->depth] = (struct bil_frame){0, 0, 0, 0};
}
static inline void six_say(const struct bil_listener *listener, int kind, int seat, int flags, int viewers, int a, int b, int c)
{
    if (listener) {
        const struct bil_event event = {(uint8_t)kind, (int8_t)seat, (uint8_t)flags, (uint8_t)viewers,
                                        (int16_t)a,    (int16_t)b,   (int16_t)c};
        listener->hear(listener->context, &event);
    }
}

/* ------------------------------------------------------------------ what the files offer each other */

extern const struct bil_game bil_game_six_billion; /* game.c */

/* cards.c */
extern const char *const six_site_names[SIX_SITES];         /* "Mercury" */
extern const char *const six_site_words[SIX_SITES];         /* "mercury", "belt": as records write them */
extern const char *const six_colour_words[SIX_COLOURS];     /* "red" */
extern const char *const six_symbol_words[SIX_SYMBOLS + 1]; /* "dollar"; ends with NULL */
extern const char
    *const six_find_words[SIX_FINDS];         /* Hidden Agendas (the first SIX_SITES of them) and Discovery cards, by kind from 1 */
extern const struct bil_card six_card_rows[]; /* in the order of numbers, from 1 on */
extern const char *const six_card_names[SIX_CARDS];                      /* "New Colony", "Save Our Souls" */
extern const char *const six_card_words[SIX_CARDS];                      /* "colony6-other": as records write them */
extern const uint8_t six_family[SIX_CARDS];                              /* enum six_family */
extern const uint8_t six_target[SIX_CARDS];                              /* enum six_target */
void six_cards_compiled_in(void *rules);                                 /* the compiled-in edition */
bool six_rules_derive(struct six_rules *rules, struct bil_error *error); /* tables from an edition and the options */

/* legal.c */
int six_actor(const void *rules, const void *state);
int six_moves(const void *rules, const void *state, bil_move *list);
bool six_recorded(const void *rules, const void *state);
bool six_open(const void *rules, const void *state);
unsigned six_window(const void *rules, const void *state);                           /* windows.c */
unsigned six_growable(const struct six_rules *rules, const struct six_state *state); /* sites where D4 may attempt */
unsigned six_ready(const struct six_state *state, int faction);                      /* boxes to establish (SIX-72, 74) */
unsigned six_lowest_tokens(const struct six_state *state, int faction);              /* what Recycle may double (SIX-143, 144) */
/* Kinds of Cancel cards that fit an event, and of Response cards; bit by kind. */
uint32_t six_fitting(const struct six_event *event);
enum { SIX_RESPONSES = 1 << SIX_POLITICS | 1 << SIX_WAR };

/* limits.c */
/* Sites whose token can give a billion now to a card of a player turn (SIX-83..91). */
unsigned six_givers(const struct six_state *state, int faction);
/* Sites a card of the family (SIX_F_COLONY or SIX_F_MIGRANTS) may send the faction to, distance aside (SIX-98..101). */
unsigned six_destinations(const struct six_rules *rules, const struct six_state *state, int faction, int family);
/* The same for `billions` of a Neutral's migrants (SIX-118, 120). */
unsigned six_migrant_destinations(const struct six_rules *rules, const struct six_state *state, int faction, int billions);
bool six_protected(const struct six_rules *rules, const struct six_state *state, int faction); /* SIX-103 */
bool six_piece_left(const struct six_rules *rules, const struct six_state *state, int faction, int site, int half,
                    int billions);                                                         /* option `tokens` */
int six_pieces(const struct six_rules *rules, const struct six_state *state, int faction); /* pieces in use */
int six_refusal_bit(int card); /* of six_state.refused, for cards that touch another player's token; 0 for the rest */
/* Whose consent an Action needs: a seat, or -1. `site` is the token's site. */
int six_consent(const struct six_rules *rules, const struct six_state *state, int player, int faction, int site);

/* apply.c */
void six_apply(const void *rules, void *state, bil_move move, struct bil_random *random, const struct bil_listener *listener);
void six_act_done(const struct six_rules *rules, struct six_state *state, int cost, struct bil_random *random,
                  const struct bil_listener *listener); /* an Action is over: the next one, or the next step */
void six_play_action(const struct six_rules *rules, struct six_state *state, bil_move move, struct bil_random *random,
                     const struct bil_listener *listener); /* consent is given or was not needed; the card left the hand */
void six_show(const struct six_rules *rules, struct six_state *state, int seat,
              int card); /* a card out of a hand, for all to see */

/* turns.c */
void six_setup(const void *rules, struct bil_random *random, void *state, const struct bil_listener *listener);
int six_power_moves(const struct six_rules *rules, const struct six_state *state, bil_move *list);
void six_use_power(const struct six_rules *rules, struct six_state *state, bil_move move, struct bil_random *random,
                   const struct bil_listener *listener);
int six_leader(const struct six_rules *rules, const struct six_state *state, int symbol); /* the sole first, or -1 */
void six_go_on(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
               const struct bil_listener *listener); /* from the bottom frame to the next decision */
bool six_ends(const struct six_rules *rules, struct six_state *state, const struct bil_listener *listener); /* SIX-245..249 */
void six_end_turn(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                  const struct bil_listener *listener); /* the next faction's turn */

/* windows.c */
/* Opens the Cancel window about state->event; if nobody is asked, what it is about happens at once. */
void six_open_window(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                     const struct bil_listener *listener);
void six_answer(const struct six_rules *rules, struct six_state *state, bil_move move, struct bil_random *random,
                const struct bil_listener *listener); /* D5 to D9 */
/* What a seat could play in the window on top, as far as the state (of a view: its own hand) shows; bit by kind. */
uint32_t six_answers(const struct six_rules *rules, const struct six_state *state, int seat);
bool six_has_loss(const struct six_state *state, int seat); /* a token that a War could halve (SIX-188) */
/* Whether seat needs consent to cancel the event, and whose: a seat, or -1 (SIX-106, 109). */
int six_cancel_consent(const struct six_rules *rules, const struct six_state *state, int seat);

/* tracks.c: every change of a token or a box goes through these */
void six_set_level(const struct six_rules *rules, struct six_state *state, int faction, int site, int level);
void six_set_box(struct six_state *state, int faction, int site, int colonies, int migrants);
bool six_full(const struct six_state *state, int site);                   /* growth sum of 1 or more */
int six_settled_level(int site, int billions);                            /* SIX-71, 72; 0 = not ready */
int six_box_pieces(const struct six_state *state, int faction, int site); /* SIX-38 */
void six_take_billion(const struct six_rules *rules, struct six_state *state, int faction, int site,
                      const struct bil_listener *listener); /* one billion for a card of a player turn */

/* piles.c */
void six_to_discard(struct six_state *state, int card);
/* The top of the deck, which is remade from the discard pile if it is empty; SIX_NO_CARD if there is none (SIX-207, 208). */
int six_draw(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
             const struct bil_listener *listener);
bool six_can_draw(const struct six_state *state); /* deck or discard pile has a card */
void six_recycle(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                 const struct bil_listener *listener); /* SIX-145 */
void six_open_card(const struct six_rules *rules, struct six_state *state, int place, struct bil_random *random,
                   const struct bil_listener *listener); /* fills an empty place from the deck */

#ifndef BIL_WITHOUT_SOLVING
void six_settle_find(struct six_state *state, struct bil_random *random); /* of a Discovery deck without order */
#else
#define six_settle_find(state, random) ((void)0)
#endif

/* score.c */
void six_score(const void *rules, const void *state, int seat, struct bil_score *score);
int six_points(const struct six_rules *rules, const struct six_state *state, int seat); /* the total alone */
int six_rank(const void *rules, const void *state, uint8_t place[BIL_MAX_SEATS]);
int six_length(const void *rules, const void *state); /* game turns */
int six_ending(const void *rules, const void *state); /* enum six_reason, counted from the first that is one */
/* Points of every faction for a row of amounts (0 = takes no part), by places (SIX-253..257). */
void six_places(const uint8_t amount[SIX_FACTIONS], const uint8_t worth[3], uint8_t points[SIX_FACTIONS]);

/* knowledge.c */
void six_know_begin(const struct six_rules *rules, struct six_state *state); /* the opening hands: a Colony 2 in each (SIX-17) */
void six_know_drew(struct six_state *state, int seat);                       /* a card from the deck, unseen */
void six_know_took(struct six_state *state, int seat, int card);             /* a card everybody saw into the hand */
void six_know_shown(const struct six_rules *rules, struct six_state *state, int seat,
                    int card);                           /* call before it leaves the hand */
void six_know_opened(struct six_state *state, int card); /* a card of the deck was laid open */
/* The discard pile goes into the deck, which is shuffled; with `all`, the open cards too (Recycle). Call before they move. */
void six_know_shuffled(struct six_state *state, bool all);
int six_unknown(const struct six_rules *rules, const struct six_state *state,
                int seat); /* cards of a hand the table does not know */
/* Kinds that the seat could hold, as far as everybody knows; bit by kind. */
uint32_t six_could_hold(const struct six_rules *rules, const struct six_state *state, int seat);

#endif
