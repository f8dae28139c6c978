// How a seat that this browser does not keep is called in a list: by what is played there, and with whom.
//
// Must never ask anybody: it goes by what the server has said already.
import type { Listed } from "../tables";
import { list } from "../../ui/words";
import { GAME_TITLES } from "../words";

/** `calledBot`: what a bot of that name is called. "Friday" if the table has a title, else "One Billion Users with Ann and Zoe"; by its letters where the server has said nothing of it. */
export function seatName(id: string, tables: readonly Listed[], calledBot: (bot: string) => string): string {
  const table = tables.find((one) => one.table === id);
  if (!table) {
    return `table ${id}`;
  }
  const rivals = table.seats.flatMap(({ seat, kind, name }) => (kind === "free" || seat === table.seat ? [] : [kind === "bot" ? calledBot(name ?? "") : (name ?? `Seat ${seat}`)]));
  const game = GAME_TITLES[table.game] ?? table.game;
  return table.title || (rivals.length > 0 ? `${game} with ${list(rivals)}` : game);
}
