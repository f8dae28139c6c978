// What planets look like: sizes on the map, colours, bands and seas, rings and moons. For the eye; the game knows nothing of it.

/** A mark on the disc in parts of its radius: where, how wide and high, which colour. */
type Mark = readonly [x: number, y: number, rx: number, ry: number, colour: string];

export interface PlanetLook {
  r: number;
  ground: string;
  marks: readonly Mark[];
  air?: string;
  ring?: { wide: number; high: number; thick: number; colour: string; tilt: number };
  /** where, in parts of the radius, and how large */
  moons: readonly (readonly [x: number, y: number, r: number])[];
}

export const LOOKS: Record<string, PlanetLook> = {
  mercury: { r: 38, ground: "#a29a90", marks: [[-0.4, -0.5, 0.18, 0.16, "#7d766e"], [0.2, -0.7, 0.12, 0.1, "#7d766e"], [-0.1, 0.7, 0.2, 0.16, "#8a837a"], [0.5, 0.72, 0.12, 0.1, "#7d766e"]], moons: [] },
  venus: { r: 44, ground: "#e0b36a", marks: [[0, -0.66, 1.1, 0.14, "#f3d89c"], [-0.2, -0.3, 1, 0.1, "#c9964c"], [0.2, 0.7, 1, 0.13, "#f3d89c"], [0, 0.9, 1, 0.1, "#c9964c"]], air: "#ffe7b0", moons: [] },
  earth: { r: 46, ground: "#2f74c9", marks: [[-0.45, -0.35, 0.36, 0.3, "#4f9c57"], [-0.25, 0.25, 0.2, 0.4, "#4f9c57"], [0.45, -0.2, 0.4, 0.36, "#5ba463"], [0.5, 0.5, 0.2, 0.14, "#4f9c57"], [0, -0.95, 0.7, 0.16, "#f1f6ff"], [0, 0.98, 0.6, 0.14, "#f1f6ff"], [0.1, 0.02, 0.8, 0.05, "#ffffffb0"]], air: "#7cc0ff", moons: [[1.35, -0.75, 8]] },
  mars: { r: 42, ground: "#c4583a", marks: [[-0.2, -0.95, 0.5, 0.16, "#f4e4dc"], [0.25, -0.55, 0.5, 0.12, "#9e3f2b"], [-0.2, 0.68, 0.7, 0.14, "#9e3f2b"], [0.2, 0.95, 0.4, 0.12, "#f4e4dc"]], air: "#ffb08f", moons: [[1.25, -0.8, 3.5], [-1.2, 0.85, 2.5]] },
  jupiter: { r: 36, ground: "#d9b48c", marks: [[0, -0.72, 1.2, 0.14, "#b07a4e"], [0, -0.38, 1.2, 0.13, "#f0dcc0"], [0, -0.08, 1.2, 0.14, "#a9714a"], [0, 0.28, 1.2, 0.16, "#e9cfae"], [0, 0.64, 1.2, 0.13, "#b07a4e"], [0.62, 0.34, 0.26, 0.16, "#c4553a"]], moons: [] },
  saturn: { r: 29, ground: "#e0c48c", marks: [[0, -0.5, 1.2, 0.14, "#c7a566"], [0, -0.1, 1.2, 0.12, "#f0dcae"], [0, 0.35, 1.2, 0.16, "#c7a566"]], ring: { wide: 42, high: 10, thick: 6, colour: "#d8c398", tilt: -18 }, moons: [] },
  uranus: { r: 31, ground: "#8fd6dd", marks: [[0, -0.4, 1.2, 0.2, "#a9e4e8"], [0, 0.4, 1.2, 0.2, "#74c3cd"]], air: "#c4f4f5", ring: { wide: 38, high: 5, thick: 1.4, colour: "#bfeaf0", tilt: 78 }, moons: [] },
  neptune: { r: 31, ground: "#3f66d9", marks: [[0, -0.45, 1.2, 0.16, "#5a82ee"], [-0.6, 0.1, 0.28, 0.16, "#24449f"], [0, 0.55, 1.2, 0.12, "#5a82ee"]], air: "#86a8ff", moons: [[-1.1, -1.05, 3]] },
  pluto: { r: 24, ground: "#c9b29c", marks: [[-0.1, -0.8, 0.6, 0.3, "#8d6f5c"], [0, 0.85, 0.6, 0.24, "#efe2d2"], [0.9, 0, 0.3, 0.5, "#8d6f5c"]], moons: [[-1.3, -1.2, 6]] },
};

export interface Rock {
  /** how far along its track, 0 to 1, and how far beside it, -1 to 1 */
  along: number;
  beside: number;
  size: number;
  turn: number;
  shade: number;
}

/** The rocks of the Belt: the same every time, and nowhere in lines. */
export const ROCKS: readonly Rock[] = Array.from({ length: 110 }, (_, i) => {
  const part = (factor: number): number => (i * factor) % 1;
  const beside = 2 * part(0.7548776662) - 1;
  return { along: part(0.6180339887), beside, size: 2 + 4.5 * part(0.5698402909) * (1 - 0.5 * Math.abs(beside)), turn: 360 * part(0.3247179572), shade: i % 3 };
});
