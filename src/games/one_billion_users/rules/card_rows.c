/* The kinds of cards and the Networks as people know them, a row each: names, and what they do in words. Communities and
 * Influencers are not here: what is said of them is their numbers, and for an Influencer its criterion.
 *
 * No rule reads a word; values and counts stand in cards.c. Of an Event `lasts` says whether it is an ongoing one (OBU-133). */
#include "games/one_billion_users/rules/state.h"

#define BLOCKER(word, brief, what)                                                                                                 \
    {                                                                                                                              \
        word, word, "blocker", word, brief, "On a rival's platform: " what " may be added there while it is active.", "blockers",  \
            false                                                                                                                  \
    }
#define HOTFIX(word, blocker)                                                                                                      \
    {                                                                                                                              \
        word, word, "hotfix", blocker, "against " blocker, "Resolves " blocker " on your own platform.", "hotfixes", false         \
    }
#define SAFEGUARD(word, blocker)                                                                                                   \
    {                                                                                                                              \
        word, word, "safeguard", blocker, "keeps off " blocker,                                                                    \
            "Keeps " blocker                                                                                                       \
            " off your platform for good, and resolves it there. Held in hand it can counter one that is played on you.",          \
            "safeguards", false                                                                                                    \
    }
#define EVENT(word, brief, about)                                                                                                  \
    {                                                                                                                              \
        word, word, "event", NULL, brief, about, "events", false                                                                   \
    }
#define ONGOING(word, brief, about)                                                                                                \
    {                                                                                                                              \
        word, word, "event", NULL, brief, "While on top: " about, "events", true                                                   \
    }
#define NETWORK(word, about)                                                                                                       \
    {                                                                                                                              \
        word, word, "network", NULL, "", about, "networks", false                                                                  \
    }
#define CRITERION(word, like, what)                                                                                                \
    {                                                                                                                              \
        word, like, "criterion", NULL, "likes " like, "Goes to the platform with the " what ", as soon as it is drawn.",           \
            "influencers", false                                                                                                   \
    }

const struct bil_card obu_card_rows[] = {
    BLOCKER("Low on Funds", "no Community", "no Community"),                                  /* OBU-66 */
    BLOCKER("Toxic Culture", "only 3+ Toxicity", "only Communities with 3 Toxicity or more"), /* OBU-68 */
    BLOCKER("Overzealous Mods", "only 0 Toxicity", "only Communities without Toxicity"),      /* OBU-69 */
    BLOCKER("Server Overload", "only 50 M Communities", "only Communities of 50 million"),    /* OBU-70 */
    BLOCKER("Bad Press", "no Community", "no Community"),                                     /* OBU-67 */
    HOTFIX("Fundraising", "Low on Funds"),
    {"New Advertisers", "New Advertisers", "hotfix", "Low on Funds", "against Low on Funds",
     "Resolves Low on Funds on your own platform, unless it alone is the most toxic.", "hotfixes", false}, /* OBU-81 */
    HOTFIX("Troll Crackdown", "Toxic Culture"),
    HOTFIX("Mod Training", "Overzealous Mods"),
    HOTFIX("Server Upgrade", "Server Overload"),
    HOTFIX("PR Response", "Bad Press"),
    SAFEGUARD("Appeals Board", "Overzealous Mods"),
    SAFEGUARD("PR Department", "Bad Press"),
    SAFEGUARD("Cloud Backup", "Server Overload"),
    SAFEGUARD("War Chest", "Low on Funds"),
    {"Push", "Push", "action", NULL, "moves an Influencer",
     "Sends an Influencer to the platform you name. Held in hand it can answer a Push or a Poke.", "push", false},
    {"Poke", "Poke", "action", NULL, "lets one choose anew", "An Influencer gains 50 million Users and chooses its platform anew.",
     "poke", false},

    [OBU_ROW_EVENT] =
        EVENT("Social Shuffle", "all Influencers choose anew", "All Influencers leave, are shuffled, and choose anew one by one."),
    ONGOING("Tech Bubble", "no Low on Funds, no Bad Press", "no Low on Funds and no Bad Press can be played."),
    EVENT("Data Portability", "the smallest may take from the largest",
          "At once: the platform with fewest Users may take a small Community from the one with most."),
    EVENT("Patch Day", "every active Blocker is resolved", "At once: every active Blocker is resolved."),
    EVENT("Moral Panic", "the most toxic lose their worst", "At once: the most toxic platform loses its most toxic Community."),
    EVENT("Talent Poaching", "one card to the left", "At once: everybody gives a card to the left."),
    EVENT("Viral Moment", "add a Community at once", "At once: whoever drew it may add a Community besides the play of the turn."),
    ONGOING("Funding Winter", "no Fundraising, no New Advertisers", "no Fundraising and no New Advertisers can be played."),
    ONGOING("Brand-Safety Scare", "no Community with 3+ Toxicity",
            "no Community with 3 Toxicity or more may be added, unless Toxic Culture demands it."),
    ONGOING("Grassroots Spurt", "50 M Communities come in pairs", "who adds a Community of 50 million may add a second one."),
    ONGOING("Volunteer Drive", "two cards grind a Blocker", "fewer ground cards resolve a Blocker."),
    ONGOING("Creator Strike", "no Push, no Poke", "no Push and no Poke, not in answer either."),
    ONGOING("Underdog Week", "the smallest gets no Blocker", "the platform with fewest Users is given no Blocker."),

    [OBU_ROW_NETWORK] = NETWORK("TapTap", "A larger hand, but PR Response does not help there."),
    NETWORK("HireMe",
            "Nothing very toxic, neither Communities nor Influencers nor Toxic Culture; points for every clean Community."),
    NETWORK("Friendlink", "Launches several Communities at once; Influencers count less there."),
    NETWORK("The Hellsite", "No penalty, points for Toxicity, no Overzealous Mods; too much of it costs the largest Community."),
    NETWORK("False Social", "Boasts with Users before Influencers, and needs more of them for Milestones."),
    NETWORK("Kooperate", "Any Hotfix helps against any Blocker; plays no Blockers itself."),
    NETWORK("Burrow", "Grinds Blockers down sooner; plays no Mod Training."),
    NETWORK("Murmur", "Safe from Server Overload and Low on Funds; adds no Community of 300 million."),

    CRITERION("most_users", "most Users", "most Users"),
    CRITERION("fewest_users", "fewest Users", "fewest Users"),
    CRITERION("most_toxicity", "most Toxicity", "most Toxicity"),
    CRITERION("least_toxicity", "least Toxicity", "least Toxicity"),
    CRITERION("most_communities", "most Communities", "most Communities"),
    CRITERION("fewest_communities", "fewest Communities", "fewest Communities"),
    CRITERION("most_influencers", "most Influencers", "most other Influencers"),
    CRITERION("fewest_influencers", "fewest Influencers", "fewest other Influencers"),
    CRITERION("most_blockers_received", "most Blockers received", "most Blockers received so far"),
    CRITERION("fewest_blockers_received", "fewest Blockers received", "fewest Blockers received so far"),
    {"Game Over", "Game Over", "end", NULL, "the game ends", "Whoever draws it ends the game at once.", "end", false},
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL, false},
};
