/* See sentences.h: walks, every move that a text can mean, the sentence of every event, and moves that no text is read as. */
#include "games/one_billion_users/sentences.h"
#include "games/one_billion_users/words/words.h"

static const struct case_walk walks[] = {
    {2, "networks=off", 11, 1, false},
    {3, "networks=random;milestones=manual", 12, 1, false},
    {4, "networks=random;milestones=manual;advertisers=tie-barred", 13, 1, false},
    {4, "networks=Friendlink,The Hellsite,HireMe,Burrow", 14, 1, false},
    {4, "networks=Murmur,Kooperate,TapTap,False Social;milestones=manual", 15, 1, false},
    {2, "networks=HireMe,False Social;cut=fifth", 16, 1, false},
};
/* Every move that names existing cards, Influencers, seats and Milestones, legal or not; launches of several Communities and
 * returns of two cards only from the actor's own cards. */
struct list {
    bil_move *move;
    int count;
};

static void one(struct list *list, int verb, int a, int b, int c)
{
    assert_in_range(list->count, 0, CASE_ALL_MOVES - 1);
    list->move[list->count++] = OBU_MOVE(verb, a, b, c);
}

static void each(struct list *list, const struct obu_rules *rules, int verb, int from, int to)
{
    for (int card = from; card < to; card++) {
        if (rules->copies[card] > 0) {
            one(list, verb, card, 0, 0);
        }
    }
}

/* Sets of two and three cards out of a hand, ascending; the same card twice if it is there twice. */
static void sets(struct list *list, const struct obu_rules *rules, const struct obu_cards *hand, int verb, int kinds)
{
    for (int a = 0; a < kinds; a++) {
        for (int b = a; b < kinds; b++) {
            if (!obu_has(rules, hand, a) || !obu_has(rules, hand, b) || (a == b && obu_count(rules, hand, a) < 2)) {
                continue;
            }
            one(list, verb, a, b, OBU_HIDDEN);
            for (int c = b + 1; c < kinds && verb == OBU_M_LAUNCH; c++) {
                if (obu_has(rules, hand, c)) {
                    one(list, verb, a, b, c);
                }
            }
        }
    }
}

static int all_moves(const struct case_table *table, bil_move moves[CASE_ALL_MOVES])
{
    const struct obu_rules *rules = table->position.rules;
    const struct obu_state *state = table->position.state;
    const struct obu_cards *hand = &state->seat[obu_top_const(state)->seat].hand;
    struct list list = {moves, 0};
    for (int card = 0; card < OBU_HIDDEN; card++) {
        if (rules->copies[card] > 0) {
            if (obu_is_community(card)) {
                one(&list, OBU_M_LAUNCH, card, OBU_HIDDEN, OBU_HIDDEN);
            }
            one(&list, OBU_M_RETURN, card, OBU_HIDDEN, OBU_HIDDEN);
        }
    }
    sets(&list, rules, hand, OBU_M_LAUNCH, OBU_COMMUNITIES_MAX);
    sets(&list, rules, hand, OBU_M_RETURN, OBU_HIDDEN);
    one(&list, OBU_M_DRAW_DECK, 0, 0, 0);
    one(&list, OBU_M_DRAW_DISCARD, 0, 0, 0);
    one(&list, OBU_M_DONE, 0, 0, 0);
    one(&list, OBU_M_PASS, 0, 0, 0);
    one(&list, OBU_M_SACRIFICE, OBU_HIDDEN, 0, 0);
    each(&list, rules, OBU_M_ADD, 0, OBU_COMMUNITIES_MAX);
    each(&list, rules, OBU_M_SACRIFICE, 0, OBU_COMMUNITIES_MAX);
    each(&list, rules, OBU_M_TAKE, 0, OBU_COMMUNITIES_MAX);
    each(&list, rules, OBU_M_DROP, 0, OBU_COMMUNITIES_MAX);
    each(&list, rules, OBU_M_FIX, OBU_HOTFIX, OBU_SAFEGUARD);
    each(&list, rules, OBU_M_GUARD, OBU_SAFEGUARD, OBU_PUSH);
    each(&list, rules, OBU_M_COUNTER_GUARD, OBU_SAFEGUARD, OBU_PUSH);
    each(&list, rules, OBU_M_GRIND, 0, OBU_HIDDEN);
    each(&list, rules, OBU_M_DISCARD, 0, OBU_HIDDEN);
    each(&list, rules, OBU_M_GIVE, 0, OBU_HIDDEN);
    for (int seat = 0; seat < rules->seats; seat++) {
        one(&list, OBU_M_COUNTER_PUSH, 0, seat, 0);
        for (int card = OBU_BLOCKER; card < OBU_HOTFIX; card++) {
            one(&list, OBU_M_BLOCK, card, seat, 0);
        }
        for (int i = 0; i < OBU_INFLUENCERS; i++) {
            one(&list, OBU_M_PUSH, i, seat, 0);
        }
    }
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        one(&list, OBU_M_POKE, i, 0, 0);
    }
    for (int i = 0; i < OBU_MILESTONES; i++) {
        one(&list, OBU_M_CLAIM, i, 0, 0);
    }
    return list.count;
}

/* "take Pet Pictures" where a card is to be drawn and that one is on top means to draw it. */
static bool ambiguous(const struct case_table *table, bil_move move)
{
    const struct obu_state *state = table->position.state;
    return OBU_VERB(move) == OBU_M_TAKE && obu_top_const(state)->kind == OBU_DRAW && state->discard > 0 &&
           obu_discard_top(state) == OBU_A(move);
}

/* ------------------------------------------------------------------ events */

enum { ALL = 0xFF };
static const struct case_event events[] = {
    {{OBU_E_NETWORK, 1, 0, ALL, OBU_HELLSITE, 0, 0}, 0, "Seat 2 runs The Hellsite."},
    {{OBU_E_NETWORK, 1, 0, ALL, OBU_HELLSITE, 0, 0}, 1, "You run The Hellsite."},
    {{OBU_E_DEALT, 0, 0, ALL, 7, 0, 0}, 0, "You are dealt 7 cards."},
    {{OBU_E_DEALT, 0, 0, ALL, 7, 0, 0}, -1, "Seat 1 is dealt 7 cards."},
    {{OBU_E_REDEALT, 0, 0, ALL, 7, 0, 0}, 1, "Seat 1 had nothing to launch and gets 7 new cards."},
    {{OBU_E_CHOSE, 2, 0, ALL, 0, 0, 0}, 1, "Seat 3 has chosen."},
    {{OBU_E_CHOSE, 2, 0, 4, 17, 1, 0}, 2, "Pet Pictures is the only Community that you can launch, so it is chosen."},
    {{OBU_E_CHOSE, 2, 0, 4, 17, 1, 0}, 1, "Seat 3 has chosen."},
    {{OBU_E_CHOSE, 2, 0, 4, 17, 1, 0}, -1, "Seat 3 has chosen."},
    {{OBU_E_LAUNCHED, 0, 0, ALL, 17, 0, 0}, 0, "You launch Pet Pictures."},
    {{OBU_E_RETURNED, 0, 0, 1, OBU_PUSH, 0, 0}, 0, "You return Push to the deck."},
    {{OBU_E_RETURNED, 0, 0, 1, OBU_PUSH, 0, 0}, 1, "Seat 1 returns a card to the deck."},
    {{OBU_E_EXTRA, 0, 0, ALL, 10, 0, 0}, 1, "Seat 1's platform gets Knit Night as well, for The Hellsite."},
    {{OBU_E_DECK, -1, 0, ALL, 90, 25, 0},
     1,
     "Influencers, Events and Game Over are shuffled in: the deck has 90 cards now, Game Over among the last 25."},
    {{OBU_E_FIRST, 0, 0, ALL, 0, 0, 0}, 0, "You begin."},
    {{OBU_E_TURN, 0, 0, ALL, 0, 0, 0}, 0, "Your turn."},
    {{OBU_E_TURN, 0, 0, ALL, 1, 0, 0}, 0, "Your turn, for you countered."},
    {{OBU_E_TURN, 0, 0, ALL, 1, 0, 0}, 1, "Seat 1's turn, for Seat 1 countered."},
    {{OBU_E_DREW, 0, 0, 1, OBU_PUSH, 0, 0}, 0, "You draw Push from the deck."},
    {{OBU_E_DREW, 0, 0, 1, OBU_PUSH, 0, 0}, 1, "Seat 1 draws a card from the deck."},
    {{OBU_E_DREW, 0, 0, 1, OBU_PUSH, 0, 0}, -1, "Seat 1 draws a card from the deck."},
    {{OBU_E_DREW, 0, 0, 1, OBU_PUSH, 0, 0}, -2, "Seat 1 draws Push from the deck."},
    {{OBU_E_DREW, 0, 0, 1, OBU_PUSH, 1, 0}, 0, "You draw Push from the deck, for the discard pile is empty."},
    {{OBU_E_DREW, 0, 0, 1, OBU_PUSH, 1, 0}, 1, "Seat 1 draws a card from the deck."},
    {{OBU_E_TOOK, 0, 0, ALL, OBU_PUSH, 0, 0}, 1, "Seat 1 takes Push from the discard pile."},
    {{OBU_E_INFLUENCER, 0, 0, ALL, OBU_INVESTOR, 0, 0}, 1, "Seat 1 draws The Investor."},
    {{OBU_E_JOINED, 1, 0, ALL, OBU_INVESTOR, -1, 0}, 1, "The Investor, who wants most Users, joins your platform."},
    {{OBU_E_JOINED, 1, 0, ALL, OBU_ARCHIVIST, -1, 0},
     0,
     "The Archivist, who wants fewest Blockers received, joins Seat 2's platform."},
    {{OBU_E_JOINED, 1, 0, ALL, OBU_HOMEBODY, -1, 1},
     0,
     "The Homebody, who wants least Toxicity, joins Seat 2's platform: among equals the drawer's, or the next clockwise."},
    {{OBU_E_JOINED, 1, 0, ALL, OBU_TROLL, 0, 0}, 0, "The Troll moves from you to Seat 2."},
    {{OBU_E_STAYED, 1, 0, ALL, OBU_TROLL, 0, 0}, 0, "The Troll stays on Seat 2's platform."},
    {{OBU_E_EVENT, 0, 0, ALL, OBU_TECH_BUBBLE, 0, 0},
     0,
     "You draw Tech Bubble: nobody can play Low on Funds or Bad Press, until the next Event."},
    {{OBU_E_EVENT, 0, 0, ALL, OBU_PATCH_DAY, 0, 0}, 0, "You draw Patch Day: every active Blocker is resolved."},
    {{OBU_E_NO_EFFECT, -1, 0, ALL, OBU_PATCH_DAY, 0, 0}, 0, "Patch Day finds nothing to do."},
    {{OBU_E_GAME_OVER, 0, 0, ALL, 0, 0, 0}, 1, "Seat 1 draws Game Over: the game ends here."},
    {{OBU_E_ADDED, 0, 0, ALL, 17, 0, 0}, 0, "You add Pet Pictures."},
    {{OBU_E_ADDED, 0, 0, ALL, 17, 1, 0}, 0, "Viral Moment: you add Pet Pictures at once."},
    {{OBU_E_ADDED, 0, 0, ALL, 0, 2, 0}, 1, "Grassroots Spurt: Seat 1 adds Birdwatching Log as well."},
    {{OBU_E_BLOCKED, 0, 0, ALL, OBU_BAD_PRESS, 1, 0}, 1, "Seat 1 plays Bad Press on you."},
    {{OBU_E_ACTIVE, 1, 0, ALL, OBU_SERVER_OVERLOAD, 0, 0}, 1, "Server Overload is active on your platform: only 50 M Communities."},
    {{OBU_E_COUNTERED, 1, 0, ALL, OBU_LOW_ON_FUNDS, 0, OBU_WAR_CHEST},
     0,
     "Seat 2 counters your Low on Funds with War Chest: it goes to the discard pile, and Seat 2 takes a full turn."},
    {{OBU_E_COUNTERED, 1, 0, ALL, OBU_LOW_ON_FUNDS, 0, OBU_WAR_CHEST},
     1,
     "You counter Seat 1's Low on Funds with War Chest: it goes to the discard pile, and you take a full turn."},
    {{OBU_E_COUNTERED, 0, 0, ALL, OBU_LOW_ON_FUNDS, 1, OBU_WAR_CHEST},
     1,
     "Seat 1 counters your Low on Funds with War Chest: it goes to the discard pile, and Seat 1 takes a full turn. Seat 3 and "
     "Seat 4 are passed over."},
    {{OBU_E_COUNTERED, 0, 0, ALL, OBU_LOW_ON_FUNDS, 1, OBU_WAR_CHEST},
     2,
     "Seat 1 counters Seat 2's Low on Funds with War Chest: it goes to the discard pile, and Seat 1 takes a full turn. You and "
     "Seat 4 are passed over."},
    {{OBU_E_FIXED, 0, 0, ALL, OBU_FUNDRAISING, OBU_LOW_ON_FUNDS, 0}, 0, "You play Fundraising against Low on Funds."},
    {{OBU_E_GROUND, 0, 0, 1, OBU_PUSH, 2, 3}, 0, "You grind Push: 2 of 3 cards."},
    {{OBU_E_GROUND, 0, 0, 1, OBU_PUSH, 2, 3}, 1, "Seat 1 grinds a card, face down: 2 of 3."},
    {{OBU_E_RESOLVED, 0, 0, ALL, OBU_BAD_PRESS, OBU_BY_FIX, 0}, 0, "Bad Press on your platform is resolved."},
    {{OBU_E_RESOLVED, 0, 0, ALL, OBU_BAD_PRESS, OBU_BY_GRINDING, 0},
     0,
     "Bad Press on your platform is resolved: it is ground away."},
    {{OBU_E_RESOLVED, 0, 0, ALL, OBU_BAD_PRESS, OBU_BY_GUARD, 0},
     0,
     "Bad Press on your platform is resolved: the Safeguard turns it face down."},
    {{OBU_E_RESOLVED, 0, 0, ALL, OBU_TOXIC_CULTURE, OBU_BY_SACRIFICE, 0},
     1,
     "Toxic Culture on Seat 1's platform is resolved by the sacrifice."},
    {{OBU_E_RESOLVED, 0, 0, ALL, OBU_BAD_PRESS, OBU_BY_PATCH_DAY, 0}, 0, "Bad Press on your platform is resolved by Patch Day."},
    {{OBU_E_RESOLVED, 0, 0, ALL, OBU_BAD_PRESS, OBU_BY_VOLUNTEERS, 0},
     0,
     "Bad Press on your platform is resolved: under Volunteer Drive two ground cards are enough."},
    {{OBU_E_GUARDED, 0, 0, ALL, OBU_WAR_CHEST, 0, 0}, 0, "You add War Chest: Low on Funds can never be played on your platform."},
    {{OBU_E_GUARDED, 0, 0, ALL, OBU_WAR_CHEST, 0, 0},
     1,
     "Seat 1 adds War Chest: Low on Funds can never be played on this platform."},
    {{OBU_E_POKED, 0, 0, ALL, OBU_INVESTOR, 1, 0},
     1,
     "Seat 1 pokes The Investor (+50 M), who wants most Users: your platform is the choice."},
    {{OBU_E_POKED, 0, 0, ALL, OBU_INVESTOR, 1, 1},
     1,
     "Seat 1 pokes The Investor (+50 M), who wants most Users: your platform is the choice, among equals that of who pokes, or the "
     "next clockwise."},
    {{OBU_E_PUSHED, 0, 0, ALL, OBU_INVESTOR, 1, 0}, 0, "You push The Investor to Seat 2's platform."},
    {{OBU_E_PUSH_COUNTERED, 0, 0, ALL, OBU_INVESTOR, 1, 0},
     1,
     "Seat 1 counters with a Push: The Investor is to go to your platform, unless it is pushed on."},
    {{OBU_E_DISCARDED, 0, 0, ALL, OBU_PUSH, 0, 0}, 1, "Seat 1 discards Push."},
    {{OBU_E_SACRIFICED, 0, 0, ALL, 17, 0, 0}, 0, "You sacrifice Pet Pictures."},
    {{OBU_E_DROPPED, 0, 0, ALL, 17, 0, 0}, 0, "You lose Pet Pictures, the most toxic Community of the most toxic platform."},
    {{OBU_E_DROPPED, 0, 0, ALL, 17, 1, 0},
     1,
     "Seat 1 loses Pet Pictures, the largest Community: Toxicity exceeds User icons by more than 1."},
    {{OBU_E_TAKEN, 0, 0, ALL, 17, 1, 0}, 1, "Seat 1, with fewest Users, takes Pet Pictures from your platform, which had most."},
    {{OBU_E_PASSED_ON, 0, 0, 3, OBU_PUSH, 1, 0}, 0, "You pass Push to Seat 2."},
    {{OBU_E_PASSED_ON, 0, 0, 3, OBU_PUSH, 1, 0}, 1, "Seat 1 passes Push to you."},
    {{OBU_E_PASSED_ON, 0, 0, 3, OBU_PUSH, 1, 0}, 2, "Seat 1 passes a card to Seat 2."},
    {{OBU_E_MILESTONE, 0, 0, ALL, 0, 0, 0}, 0, "You claim One Billion."},
    {{OBU_E_REMOVED, -1, 0, ALL, OBU_MAIN_CHARACTER, 0, 0},
     0,
     "Today's Main Character leaves the game for good, for Social Shuffle was drawn."},
    {{OBU_E_UNCOVERED, -1, 0, ALL, OBU_TECH_BUBBLE, 0, 0}, 0, "Tech Bubble is covered and ends."},
    {{0, 0, 0, ALL, 0, 0, 0}, 0, ""},
    {{OBU_E_COUNT, 0, 0, ALL, 0, 0, 0}, 0, ""},
    {{0}, 0, NULL},
};

/* ------------------------------------------------------------------ what no text is read as */

/* Numbers that no text is read as: they can only come from another program. */
#define PLAYING                                                                                                                    \
    "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"phase\": \"play\", \"platforms\": [{\"hand\": [\"Push\", "   \
    "\"Poke\", "                                                                                                                   \
    "\"Knit Night\", \"Bad Press\", \"Mod Training\", \"War Chest\", \"Poke\"], \"blocker\": \"Toxic Culture\", "                  \
    "\"communities\": [\"Outrage Engine\"]}]}"
#define RETURNING                                                                                                                  \
    "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"phase\": \"return\", \"platforms\": [{\"network\": "         \
    "\"Friendlink\", "                                                                                                             \
    "\"communities\": [\"Pet Pictures\"], \"hand\": [\"Push\", \"Poke\", \"Poke\", \"Bad Press\", \"War Chest\", \"Mod "           \
    "Training\", "                                                                                                                 \
    "\"Mod Training\", \"Cloud Backup\"]}, {\"communities\": [\"Knit Night\"], \"hand\": [\"Fundraising\", \"Fundraising\", "      \
    "\"Fundraising\", \"Fundraising\", \"PR Response\", \"PR Response\"]}]}"

static const struct case_odd_move odd[] = {
    {PLAYING, OBU_MOVE(OBU_M_ADD, OBU_PUSH, 0, 0), "You can't add Push: Push is an Action, not a Community (OBU-64)."},
    {PLAYING, OBU_MOVE(OBU_M_BLOCK, 10, 1, 0),
     "You can't play Knit Night on Seat 2: Knit Night is a Community, not a Blocker (OBU-72)."},
    {PLAYING, OBU_MOVE(OBU_M_BLOCK, OBU_BAD_PRESS, 9, 0), "You can't play Bad Press on Seat 10: the seats are 1 to 2 (OBU-12)."},
    {PLAYING, OBU_MOVE(OBU_M_FIX, OBU_WAR_CHEST, 0, 0),
     "You can't play War Chest: War Chest is a Safeguard, not a Hotfix (OBU-79)."},
    {PLAYING, OBU_MOVE(OBU_M_POKE, 40, 0, 0), "You can't poke ?: there is no such Influencer (OBU-99)."},
    {PLAYING, OBU_MOVE(OBU_M_PUSH, OBU_TROLL, 5, 0), "You can't push The Troll to Seat 6: the seats are 1 to 2 (OBU-12)."},
    {PLAYING, OBU_MOVE(OBU_M_SACRIFICE, OBU_POKE, 0, 0),
     "You can't sacrifice Poke: only Communities can be given up, and Poke is none (OBU-53)."},
    {PLAYING, OBU_MOVE(OBU_M_DISCARD, OBU_HIDDEN, 0, 0), "You can't discard ?: you do not hold it (OBU-116)."},
    {PLAYING, OBU_MOVE(OBU_M_DISCARD, OBU_PUSH, 1, 0),
     "You can't discard Push: that is none of your choices; now play a card (OBU-38)."},
    {RETURNING, OBU_MOVE(OBU_M_RETURN, OBU_PUSH, OBU_PUSH, OBU_HIDDEN),
     "You can't return Push, Push: you hold Push only once (OBU-28)."},
    {RETURNING, OBU_MOVE(OBU_M_RETURN, OBU_POKE, OBU_POKE, OBU_POKE),
     "You can't return Poke, Poke, Poke: you hold Poke only twice (OBU-28)."},
    {NULL, 0, NULL},
};

/* ------------------------------------------------------------------ all of it */

static int kind_of(const void *state)
{
    return obu_top_const(state)->kind;
}

static const char *a_card(const struct case_table *table, struct bil_random *dice)
{
    return obu_card_name(table->position.rules, (int)bil_random_below(dice, OBU_CARDS));
}

const struct case_language obu_language = {
    .game = &bil_game_one_billion_users,
    .letters = "OBU-",
    .walks = walks,
    .walk_count = sizeof walks / sizeof walks[0],
    .kind = kind_of,
    .written_every = 7,
    .why_every = 1,
    .stride = 11,
    .lines = 150,
    .all_moves = all_moves,
    .ambiguous = ambiguous,
    .words = "launch return draw add block fix grind guard poke push discard sacrifice done counter pass give take "
             "drop claim play to on 1 2 3 9 99999 , ; ? the and deck from seat d p",
    .name = a_card,
    .events = events,
    .event_seats = 4,
    .event_kinds = OBU_E_COUNT,
    .event_options = "networks=off",
    .cards = {OBU_PUSH, OBU_POKE},
    .rounds = 3,
    .odd = odd,
};
