// Which Milestone a platform is on its way to: the lowest that nobody has.
//
// Must never decide who claims one: the engine does.
const MILESTONES = [1, 2, 3];

export interface Way {
  /** its number; null: all are claimed */
  next: number | null;
  /** Users it takes, in millions */
  needs: number;
}

/** `more`: so many millions more than others a platform needs (False Social, OBU-188). */
export function wayOf(claimed: readonly number[], more = 0): Way {
  const next = MILESTONES.find((number) => !claimed.includes(number)) ?? null;
  return { next, needs: 1000 * (next ?? MILESTONES.length) + more };
}

/** "1 B", "1.3 B". */
export function billions(needs: number): string {
  return `${needs / 1000} B`;
}
