// Words for lists of games.
export const GAME_TITLES: Record<string, string> = { "one-billion-users": "One Billion Users", "six-billion": "6 Billion" };

const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [[86_400_000, "day"], [3_600_000, "hour"], [60_000, "minute"]];

/** "5 minutes ago", "yesterday". */
export function whenWords(moment: number, now = Date.now()): string {
  const ago = Math.max(0, now - moment);
  const [length, unit] = STEPS.find(([step]) => ago >= step) ?? [60_000, "minute" as const];
  const count = Math.floor(ago / length);
  return count === 0 ? "just now" : new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-count, unit);
}
