/* 6 Billion: what advice.c (a cheap estimate of every move) offers to advice_moves.c and explain.c. */
#ifndef SIX_BILLION_ADVICE_H
#define SIX_BILLION_ADVICE_H

#include "games/six_billion/state.h"

/* Values are hundredths of a point of the final score, to the good of `seat` (others' points count against it). */
enum { SIX_POINT = 100 };

/* A site now and at the end, by faction: levels of tokens, and their points. */
struct six_standing {
    uint8_t now[SIX_FACTIONS], later[SIX_FACTIONS];
    uint8_t points_now[SIX_FACTIONS], points_later[SIX_FACTIONS];
};

/* What a change was worth. */
struct six_change_worth {
    uint16_t key; /* which change of the faction at the site; 0 = none yet */
    int32_t worth, own;
};

/* What is known of the sites as they stand, found out when it is first asked for: many moves of a decision change the same site,
 * and often in the same way. */
struct six_sites {
    uint16_t seen;  /* sites of which `now`, `points_now` and `thirds` are known */
    uint16_t known; /* and all else */
    struct six_standing site[SIX_SITES];
    uint8_t thirds[SIX_SITES][SIX_PLAYERS]; /* factor of each seat's points */
    int32_t value[SIX_SITES];               /* to the seat */
    int32_t own[SIX_SITES];                 /* of that, its own part */
    struct six_change_worth last[SIX_SITES][SIX_FACTIONS];
};

/* How the game looks to one seat, made once for all moves of a decision. */
struct six_outlook {
    struct six_sites *sites;
    const struct six_rules *rules;
    const struct six_state *state;
    int seat;
    int turns_left;            /* a guess at the game turns to come */
    int standing[SIX_PLAYERS]; /* points if the game ended now, as far as the state shows, agendas guessed at; with two seats not
                                  asked */
    int weight[SIX_PLAYERS];   /* in hundredths: 100 for the seat itself, less than 0 for the others, least for the leader */
};

/* One thing that a move changes at one site. */
struct six_change {
    int faction, site;
    int level;    /* the token's level afterwards */
    int billions; /* in the box afterwards */
};

/* Makes an outlook on a view (or a state); `sites`, of the caller's, is its room. */
void six_look(const struct six_rules *rules, const struct six_state *state, int seat, struct six_sites *sites,
              struct six_outlook *outlook);
int six_leader_but(const struct six_outlook *outlook); /* the other seat that stands best */

/* What a change at one site is worth; *own is the part of it that is the seat's own gain. */
int six_worth(const struct six_outlook *outlook, const struct six_change *change, int *own);

/* What a token's doubling (steps = 1) or halving (-1) is worth, the end of the game considered. */
int six_step_worth(const struct six_outlook *outlook, int faction, int site, int steps, int *own);

/* What points to a seat are worth. */
int six_points_worth(const struct six_outlook *outlook, int seat, int points);

/* What it is worth if the game ends with this change: whether the seat would win. */
int six_end_worth(const struct six_outlook *outlook, const struct six_change *change);

/* What a card in the hand is worth. */
int six_card_worth(const struct six_outlook *outlook, int card);

/* What it is worth that the event of the open window happens, against its failing; *own as above. */
int six_event_worth(const struct six_outlook *outlook, const struct six_event *event, int *own);

/* advice_moves.c: one move; *own as above. */
int six_move_worth(const struct six_outlook *outlook, bil_move move, int *own);

/* Whether a token can give a billion now without being halved (SIX-83..88). */
bool six_gives_free(const struct six_state *state, int faction, int site);

/* What the War on top costs the seat, if that is who must halve a token: the least of its tokens' worth; else 0. */
int six_lost_by_war(const struct six_outlook *outlook);

/* explain_windows.c: what an answer to a window does now; false, and nothing said, if the move is none. */
bool six_explain_answer(const struct six_outlook *outlook, bil_move move, struct bil_text *out);

/* Whether the event happens if nobody answers the frame at `depth` of the stack any more (SIX-196). */
bool six_happens(const struct six_state *state, int depth);

#endif
