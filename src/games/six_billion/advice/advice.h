/* 6 Billion: what bots and hints think of a move. */
#ifndef SIX_BILLION_ADVICE_H
#define SIX_BILLION_ADVICE_H

#include "games/six_billion/advice/advice_weights.h"
#include "games/six_billion/advice/places.h"
#include "games/six_billion/rules/state.h"

void six_advise(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value);
void six_advise_again(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value, void *memo);
void six_explain(const void *rules, const void *view, bil_move move, struct bil_text *out);
bool six_best(const void *rules, const void *view, bil_move move);
extern const struct bil_orders six_orders;   /* orders.c: standing orders */
extern const struct bil_persons six_persons; /* persons.c: who a bot can be */

/* Values are hundredths of a point of the final score, to the good of `seat` (others' points count against it). */
enum { SIX_POINT = 100, SIX_TRIFLE = 20, SIX_NEVER = -10 * SIX_POINT }; /* not worth a word; worth no thought of any bot */

/* A site now and at the end. */
struct six_standing {
    six_row now, later;               /* levels of tokens */
    six_row from;                     /* from where they grow: levels, and one less than that for who comes out of a box first */
    six_row least;                    /* the level they have in any case: 0 for who is not there */
    six_row points_now, points_later; /* their points, before any doubling */
    six_row twice, third;             /* ~0 for seats whose points count twice there, or once and a third (see six_thirds) */
    six_row standing;                 /* points_now as they count, in thirds */
    six_row worth;                    /* what the site is to each, points now and later and the size of the tokens */
    uint64_t tally_now, tally_later, tally_from;
    int32_t value[SIX_PLAYERS]; /* `worth` of players */
    int rounds;                 /* in which all tokens there double freely */
};

/* What is known of the sites, and what of the state it follows from. Most of it stays as it is from one decision to the next, and
 * is the same for all moves of a decision that change a site the same way. All zero fits an empty board. */
enum { SIX_CHANGES = 4 };
struct six_sites {
    uint8_t level[SIX_FACTIONS][SIX_SITES], box[SIX_FACTIONS][SIX_SITES];
    uint8_t agenda[SIX_PLAYERS], find[SIX_PLAYERS][SIX_HELD], marker[SIX_PLAYERS][SIX_SYMBOLS];
    uint16_t doubled[SIX_PLAYERS], guessed[SIX_PLAYERS]; /* sites where a seat's points count twice, or perhaps */
    int belt;                                            /* highest level there */
    int turns_left;
    int of_now;    /* hundredths of the points of the moment in what a site is worth */
    unsigned done; /* in the last turn of option turn-cap: factions whose tokens have grown, and whose boxes are settled */
    six_row stays; /* ~0 for these */
    unsigned populated;
    unsigned known;             /* sites of which `later` and all that follows is known */
    unsigned same;              /* of the others, those where it still is if `later` is */
    int32_t total[SIX_PLAYERS]; /* of all sites */
    six_row tracks;             /* points of the Discovery Tracks, in thirds */
    six_row standing;           /* of the tracks and of all sites */
    struct six_standing site[SIX_SITES];
    /* changes of a faction at a site that were reckoned; the lower half is found by how they end */
    uint8_t key[SIX_SITES][SIX_FACTIONS][SIX_CHANGES]; /* levels now and later; 0: none */
    /* from here on only what the above says is set */
    uint8_t by[SIX_SITES][SIX_FACTIONS][SIX_CHANGES]; /* in whose eyes `change` is what it is (six_outlook.by) */
    uint8_t site_by[SIX_SITES];
    int32_t value[SIX_SITES]; /* in their eyes */
    int32_t change[SIX_SITES][SIX_FACTIONS][SIX_CHANGES];
    six_row after[SIX_SITES][SIX_FACTIONS][SIX_CHANGES]; /* six_standing.worth */
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
    int leader;                /* the best other seat */
    int weight[SIX_PLAYERS];   /* in hundredths: 100 for the seat itself, less than 0 for the others, least for the leader */
    uint8_t by;                /* a number for these weights */
};

/* One thing that a move changes at one site. */
struct six_change {
    int faction, site;
    int level;    /* the token's level afterwards */
    int billions; /* in the box afterwards */
};

/* Nothing is known: as if all were zero. */
static inline void six_forget(struct six_sites *sites)
{
    memset(sites, 0, offsetof(struct six_sites, by));
}

/* Makes an outlook on a view (or a state); `sites`, of the caller's, is its room. */
void six_look(const struct six_rules *rules, const struct six_state *state, int seat, struct six_sites *sites,
              struct six_outlook *outlook);

/* advice_sites.c: brings it up to the state, but for what six_worth does when it is first asked for a site. */
void six_sites_follow(const struct six_rules *rules, const struct six_state *state, struct six_sites *sites);
/* Points of all if a token comes to that level, as they count, in thirds. */
six_row six_standing_with(const struct six_rules *rules, const struct six_sites *sites, const struct six_change *change);
/* Factor of a seat's points at a site, in thirds: doubled by agenda or Discovery card; an agenda that is not known may be there. */
int six_thirds(const struct six_sites *sites, int seat, int site);

/* What a change at one site is worth; *own is the part of it that is the seat's own gain. */
int six_worth(const struct six_outlook *outlook, const struct six_change *change, int *own);

/* What it is worth beyond points that a token comes to that level: the end comes nearer. */
int six_haste(const struct six_outlook *outlook, int site, int level);

/* What a card in the hand is worth: 0 if option turn-cap ends the game before it can be played. */
int six_card_worth(const struct six_outlook *outlook, int card);
/* Brings six_sites.total up to the state. */
void six_look_everywhere(const struct six_outlook *outlook);
/* The points of a seat at a site, now and at the end. */
int six_points_at(const struct six_outlook *outlook, int seat, int site);

/* What it is worth that the event of the open window happens, against its failing; *own as above. */
int six_event_worth(const struct six_outlook *outlook, const struct six_event *event, int *own);

/* What a move is worth; *own as above. */
int six_move_worth(const struct six_outlook *outlook, bil_move move, int *own);

/* Whether a token can give a billion now without being halved (SIX-83..88). */
bool six_gives_free(const struct six_state *state, int faction, int site);

/* What the War on top costs the seat, if that is who must halve a token: the least of its tokens' worth; else 0. */
int six_lost_by_war(const struct six_outlook *outlook);

/* What hangs on the event of the open window for the seat, either way; 0 if only a consent that its owner would not give could
 * cancel it (SIX-109). *lead: first place hangs on it: it changes who leads, helps a rival who leads by a point or more, or ends
 * the game. */
int six_at_stake(const struct six_outlook *outlook, bool *lead);

/* Whether the event happens if nobody answers the frame at `depth` of the stack any more (SIX-196). */
bool six_happens(const struct six_state *state, int depth);

#endif
