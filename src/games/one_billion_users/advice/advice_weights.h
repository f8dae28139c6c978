/* One Billion Users: how much each thing counts in the advice (advice.c).
 *
 * None of these is a rule, and none was chosen by hand: they choose best, together, in 117,632 positions of games with two, three
 * and four seats, in which every move had been measured by 24 playouts to the end. The first 85,152 positions were measured with
 * the advice as it was before, the others with a first fit to these:
 *
 *     billions-tune-advice measure positions 2 420
 *     billions-tune-advice fit 150 positions
 *
 * (tools/study/tune-advice.c; figures in docs/bots.md). So the lines say what a number applies to, but its size may include other
 * effects: where a card is valued too low in hand, a fit makes up for it where the card is discarded.
 *
 * Rows go by time: [0] the seat has its last turn, about, then two, three, four to six, and seven or more turns. Phases go by the
 * cards that will still be drawn: [0] fewer than 12, [1] fewer than 40, [2] more. Percent are of what the line names. */
#ifndef ONE_BILLION_USERS_ADVICE_WEIGHTS_H
#define ONE_BILLION_USERS_ADVICE_WEIGHTS_H

#define OBU_ADVICE_WEIGHTS(ONE, ROW)                                                                                               \
    ROW(over, 3, "by phase: points lost where Toxicity exceeds the User icons", 328, 268, 134)                                     \
    ROW(over_more, 3, "by phase: more of them for each half icon beyond, up to 8", 23, 26, 12)                                     \
    ROW(near, 3, "by phase: so many half icons above the line are near it", 0, 13, 6)                                              \
    ROW(near_cost, 3, "by phase: points for each half icon nearer", 0, 18, 22)                                                     \
    ROW(low, 3, "by phase: points for having no card of 3 Toxicity or more", 140, 31, 10)                                          \
    ROW(toxic, 3, "by phase: points that every Toxicity costs besides", 10, 7, 9)                                                  \
    ONE(hellsite_loss, "The Hellsite's largest Community will be lost", 914)                                                       \
    ONE(milestone_near, "for each half icon of the last six before a Milestone that is free", 21)                                  \
    ROW(share, 3, "percent that a rival's loss is worth, two, three and four seats", 84, 53, 31)                                   \
    ONE(dead_blocker, "in hand: a Blocker for nobody", -14)                                                                        \
    ROW(relief, 5, "by time: getting rid of a Blocker", 116, 196, 213, 297, 116)                                                   \
    ROW(relief_kind, 5, "by Blocker: percent of that", 64, 49, 46, 75, 67)                                                         \
    ONE(relief_hand, "percent of what the hand's best Community then brings more", 43)                                             \
    ROW(harm, 5, "by time: a Blocker on a rival", 195, 269, 308, 334, 125)                                                         \
    ROW(harm_kind, 5, "by Blocker: percent of that", 118, 103, 101, 89, 104)                                                       \
    ONE(harm_base, "and as much more", 27)                                                                                         \
    ONE(harm_kooperate, "percent of it at Kooperate", 27)                                                                          \
    ONE(harm_hellsite, "percent of it: Toxic Culture at The Hellsite", 71)                                                         \
    ONE(dead_community, "in hand: a Community that one's Network never adds", 8)                                                   \
    ONE(bad_community, "in hand: one that would bring a loss", -7)                                                                 \
    ROW(soon, 5, "by time: percent of what a Community brings when added", 60, 86, 102, 111, 127)                                  \
    ONE(soon_barred, "percent of it for one that may not be added now", 116)                                                       \
    ROW(blocker, 5, "by Blocker: in hand, percent of a rival's share", 71, 88, 22, 73, 137)                                        \
    ROW(blocker_time, 5, "by time: percent of that", 36, 68, 53, 85, 57)                                                           \
    ONE(blocker_more, "percent of that for a further copy", 12)                                                                    \
    ONE(cure, "in hand: percent of the relief that a Hotfix can bring now", 65)                                                    \
    ROW(hotfix, 6, "in hand: a Hotfix, by kind", -1, 6, 5, -3, 16, -3)                                                             \
    ONE(hotfix_kooperate, "any, at Kooperate", 26)                                                                                 \
    ONE(hotfix_more, "a further copy", -14)                                                                                        \
    ROW(hotfix_time, 5, "by time: percent of that", 8, -3, 34, 61, 60)                                                             \
    ROW(safeguard, 5, "by time: in hand, a Safeguard", 489, 383, 199, 293, 498)                                                    \
    ROW(push, 5, "by time: in hand, a Push", 39, 189, 735, 972, 781)                                                               \
    ROW(poke, 5, "by time: in hand, a Poke", 7, 39, 153, 180, 151)                                                                 \
    ONE(push_there, "more for each Influencer on a platform", 42)                                                                  \
    ONE(poke_there, "the same for a Poke", 67)                                                                                     \
    ROW(guard_now, 4, "a Safeguard put up when fewer than 12, 24, 40 and more cards will be drawn", 199, 52, -39, -89)             \
    ROW(grind, 3, "percent of the relief when one, two, three cards are needed", 114, 67, 53)                                      \
    ONE(grind_card, "percent of a ground card's worth in hand", 80)                                                                \
    ROW(add_gain, 5, "by time: percent of what an added Community brings that is counted", 284, 293, 220, 144, 48)                 \
    ROW(move_gain, 5, "by time: the same of an Influencer that moves", 223, 95, 76, 49, 27)                                        \
    ONE(open_play, "percent of what the open card, played now, brings more than the hand", 98)                                     \
    ONE(launch_half, "each half icon at the launch", 1)                                                                            \
    ONE(add_card, "percent of an added card's worth in hand", 11)                                                                  \
    ONE(fix_base, "for a Hotfix that works", 23)                                                                                   \
    ROW(poke_cost, 5, "by time: what a Poke must bring", 53, 21, 75, 149, 200)                                                     \
    ROW(push_cost, 5, "by time: what a Push must bring", 373, 252, 325, 403, 269)                                                  \
    ROW(answer_cost, 5, "by time: what a Push in answer must bring", 418, 19, 19, 95, 16)                                          \
    ONE(discard_card, "percent of a discarded card's worth in hand", 248)                                                          \
    ONE(gift_half, "for each half icon of a Community that the next seat may add, of its share", 24)                               \
    ONE(gift_barred, "the same where it may not add it now", 26)                                                                   \
    ROW(gift, 3, "of its share: a Hotfix that heals it, a Blocker, another card", -86, -35, -11)                                   \
    ONE(sacrifice_free, "a Blocker that ends for nothing", 114)                                                                    \
    ONE(sacrifice_part, "for each Toxicity short of 3 in a first sacrifice", 357)                                                  \
    ONE(sacrifice_toxic, "for each Toxicity of a further one", -25)                                                                \
    ONE(launch_toxic, "what a Toxicity costs at the launch", 10)                                                                   \
    ONE(launch_toxic_hellsite, "the same at The Hellsite", 69)                                                                     \
    ONE(launch_high, "what 3 Toxicity and more cost besides", -88)                                                                 \
    ROW(unknown, 5, "by time: a card from the deck", 117, 162, 177, 172, 167)

struct obu_advice_weights {
#define ONE(name, comment, value)      int name;
#define ROW(name, count, comment, ...) int name[count];
    OBU_ADVICE_WEIGHTS(ONE, ROW)
#undef ONE
#undef ROW
};

#endif
