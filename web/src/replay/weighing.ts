// One's own choices in a game that is over, each held against the best other move that is found. What was weighed of the last game is kept, so that
// "My next mistake" goes on where the end of the game left off.
//
// Must never call a mistake what chance could have made.
import type { Argument, Entry, OwnChoice } from "../engine/types";
import { engine } from "../source/engine";

export interface Weighed extends OwnChoice {
  argument: Argument;
  surely: boolean;
}

export interface Scales {
  /** by a quick look: what another move would have gained most by comes first */
  choices: readonly OwnChoice[];
  /** what happened, as that seat heard it */
  log: () => Promise<Entry[]>;
  /** `surely`: by many more games, for what is told as the best or the worst of all */
  weigh: (choice: OwnChoice, surely?: boolean) => Promise<Weighed>;
}

/** Of the usual number of games, in hundredths. */
const EFFORT = 40;
const SURELY = 150;
/** Parts of a place that are worth a word: as a mistake, or as a good move. */
const WORTH = 0.1;

/** What the figures of an argument say of the choice. */
type Judged = OwnChoice & { argument: Pick<Argument, "clear" | "move" | "place"> };
/** Whether another move was better by more than chance, and by enough to matter. */
export const isMistake = ({ move, argument }: Judged): boolean => argument.clear && argument.move !== move && argument.place >= WORTH;
export const isDeed = ({ moveParts }: OwnChoice): boolean => moveParts.verb !== "pass";
/** Whether it gained more over the next best than chance could have made, and enough to matter. */
export const isGood = (choice: Judged): boolean => isDeed(choice) && choice.argument.clear && choice.argument.move === choice.move && choice.argument.place >= WORTH;

let kept = { of: "", choices: [] as OwnChoice[], known: new Map<number, Weighed>() };

/** Lays a game on the scales as long as `use` needs them; the thinker may be stopped meanwhile, then this rejects. */
export async function weighing(record: string, seat: number, use: (scales: Scales) => Promise<void>): Promise<void> {
  const { match } = await engine().aside("load", { record });
  const of = `${seat} ${record}`;
  if (kept.of !== of) {
    const choices = (await engine().aside("choices", { match, seat })).sort((a, b) => b.cost - a.cost);
    kept = { of, choices, known: new Map() };
  }
  const { choices, known } = kept;
  await use({
    choices,
    log: async () => (await engine().aside("news", { match, viewer: seat, seen: 0 })).filter((one) => one.type === "entry"),
    weigh: async (choice, surely = false) => {
      const old = known.get(choice.ply);
      if (old && (!surely || old.surely)) {
        return old;
      }
      const argument = await engine().aside("hint", { match, ply: choice.ply, other: choice.move, effort: surely ? SURELY : EFFORT });
      const weighed = { ...choice, argument, surely };
      known.set(choice.ply, weighed);
      return weighed;
    },
  });
  await engine().aside("free", { match });
}

/** What was weighed of that moment, if it was lately. */
export const weighedAt = (record: string, seat: number, ply: number): Weighed | undefined => (kept.of === `${seat} ${record}` ? kept.known.get(ply) : undefined);
