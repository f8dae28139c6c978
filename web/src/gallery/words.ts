// What cards do, in a sentence each, for the gallery; and which page of rules says more. Numbers come out of the edition, never from here.
//
// Must never be what decides: the engine does.

export interface Told {
  does: string;
  /** page of rules */
  page: string;
}

const blocker = (what: string): Told => ({ does: `On a rival's platform: ${what} may be added there while it is active.`, page: "blockers" });
const hotfix = (against: string): Told => ({ does: `Resolves ${against} on your own platform.`, page: "hotfixes" });
const guard = (against: string): Told => ({
  does: `Keeps ${against} off your platform for good, and resolves it there. Held in hand it can counter one that is played on you.`,
  page: "safeguards",
});
const likes = (what: string): string => `Goes to the platform with ${what}, as soon as it is drawn.`;
const event = (does: string): Told => ({ does, page: "events" });
const network = (does: string): Told => ({ does, page: "networks" });

export const CRITERIA: Record<string, string> = {
  most_users: likes("the most Users"),
  fewest_users: likes("the fewest Users"),
  most_toxicity: likes("the most Toxicity"),
  least_toxicity: likes("the least Toxicity"),
  most_communities: likes("the most Communities"),
  fewest_communities: likes("the fewest Communities"),
  most_influencers: likes("the most other Influencers"),
  fewest_influencers: likes("the fewest other Influencers"),
  most_blockers_received: likes("the most Blockers received so far"),
  fewest_blockers_received: likes("the fewest Blockers received so far"),
};

export const OBU: Record<string, Told> = {
  "Low on Funds": blocker("no Community"),
  "Toxic Culture": blocker("only Communities with 3 Toxicity or more"),
  "Overzealous Mods": blocker("only Communities without Toxicity"),
  "Server Overload": blocker("only Communities of 50 million"),
  "Bad Press": blocker("no Community"),
  Fundraising: hotfix("Low on Funds"),
  "New Advertisers": { does: "Resolves Low on Funds on your own platform, unless it alone is the most toxic.", page: "hotfixes" },
  "Troll Crackdown": hotfix("Toxic Culture"),
  "Mod Training": hotfix("Overzealous Mods"),
  "Server Upgrade": hotfix("Server Overload"),
  "PR Response": hotfix("Bad Press"),
  "Appeals Board": guard("Overzealous Mods"),
  "PR Department": guard("Bad Press"),
  "Cloud Backup": guard("Server Overload"),
  "War Chest": guard("Low on Funds"),
  Push: { does: "Sends an Influencer to the platform you name. Held in hand it can answer a Push or a Poke.", page: "push" },
  Poke: { does: "An Influencer gains 50 million Users and chooses its platform anew.", page: "poke" },
  "Social Shuffle": event("All Influencers leave, are shuffled, and choose anew one by one."),
  "Tech Bubble": event("While on top: no Low on Funds and no Bad Press can be played."),
  "Data Portability": event("At once: the platform with fewest Users may take a small Community from the one with most."),
  "Patch Day": event("At once: every active Blocker is resolved."),
  "Moral Panic": event("At once: the most toxic platform loses its most toxic Community."),
  "Talent Poaching": event("At once: everybody gives a card to the left."),
  "Viral Moment": event("At once: whoever drew it may add a Community besides the play of the turn."),
  "Funding Winter": event("While on top: no Fundraising and no New Advertisers can be played."),
  "Brand-Safety Scare": event("While on top: no Community with 3 Toxicity or more may be added, unless Toxic Culture demands it."),
  "Grassroots Spurt": event("While on top: who adds a Community of 50 million may add a second one."),
  "Volunteer Drive": event("While on top: fewer ground cards resolve a Blocker."),
  "Creator Strike": event("While on top: no Push and no Poke, not in answer either."),
  "Underdog Week": event("While on top: the platform with fewest Users is given no Blocker."),
  TapTap: network("A larger hand, but PR Response does not help there."),
  HireMe: network("Nothing very toxic, neither Communities nor Influencers nor Toxic Culture; points for every clean Community."),
  Friendlink: network("Launches several Communities at once; Influencers count less there."),
  "The Hellsite": network("No penalty, points for Toxicity, no Overzealous Mods; too much of it costs the largest Community."),
  "False Social": network("Boasts with Users before Influencers, and needs more of them for Milestones."),
  Kooperate: network("Any Hotfix helps against any Blocker; plays no Blockers itself."),
  Burrow: network("Grinds Blockers down sooner; plays no Mod Training."),
  Murmur: network("Safe from Server Overload and Low on Funds; adds no Community of 300 million."),
};

export const SIX: Record<string, Told> = {
  colony: { does: "Sends 1 billion from a population to the colonies box of a place within its reach.", page: "colonies" },
  migrants: { does: "Sends 1 billion to the migrants box of a place within its reach where another faction lives.", page: "colonies" },
  double: { does: "One population doubles at once, whatever the growth limit.", page: "doubling" },
  recycle: { does: "Your smallest population doubles, and all cards but hands are shuffled anew.", page: "doubling" },
  discovery: { does: "Draw a Discovery card. Not in the first two game turns.", page: "discoveries" },
  trouble: { does: "A colony that waits in a box is lost.", page: "attacks" },
  home: { does: "Migrants who wait in a box are sent away.", page: "attacks" },
  death: { does: "Stops a Double, in anybody else's turn.", page: "cancel" },
  pestilence: { does: "Stops one free doubling, in anybody else's turn.", page: "cancel" },
  famine: { does: "Stops either doubling, in anybody else's turn, and leaves the game.", page: "cancel" },
  souls: { does: "Saves those in a box from New Colony In Trouble or This Is Our Home.", page: "cancel" },
  politics: { does: "Cancels a Cancel card or another answer.", page: "response" },
  war: { does: "Whoever played the Cancel card or answer halves a population of their own.", page: "response" },
};
