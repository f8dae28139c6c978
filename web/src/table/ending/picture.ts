// The end of a game as a picture to share: what it was called, the places, and how the points went.
//
// Must never show what the table's end does not, nor ask anything of another address: all of it is drawn here.
import type { Totals } from "../../replay/totals";
import { SHAPES } from "../../ui/table/seatShapes";
import { ordinal } from "../../ui/words";

export interface Placed {
  seat: number;
  name: string;
  place: number;
  total: number;
}

export interface Story {
  /** of the game */
  title: string;
  headline: string;
  /** by place */
  places: readonly Placed[];
  /** victories in a row, in a sentence */
  streak: string;
  /** null: it is not known how the points went */
  course: Pick<Totals, "plies" | "samples"> | null;
  /** of the winner */
  face: SVGElement | null;
}

const SIDE = 1080;
const MARGIN = 72;
const ROW = 68;
const FACE = 132;

/** Words in lines of at most that width. A word that is longer has a line of its own. */
export function broken(text: string, width: number, measure: (line: string) => number): string[] {
  return text.split(/\s+/).reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    return last === undefined || measure(longer) > width ? [...lines, word] : [...lines.slice(0, -1), longer];
  }, []);
}

async function drawFace(paper: CanvasRenderingContext2D, face: SVGElement, x: number, y: number): Promise<void> {
  const copy = face.cloneNode(true) as SVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(FACE));
  copy.setAttribute("height", String(FACE));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  paper.drawImage(image, x, y, FACE, FACE);
}

export async function pictureOf(story: Story): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const paper = canvas.getContext("2d");
  if (!paper) {
    throw new Error("This browser draws no pictures.");
  }
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const face = (weight: number, size: number, title = false): string => `${weight} ${size}px ${colour(title ? "title-face" : "text-face").replace(/var\(--text-face\)/, colour("text-face"))}`;
  const write = (text: string, x: number, y: number, align: CanvasTextAlign = "left"): void => {
    paper.textAlign = align;
    paper.fillText(text, x, y);
  };

  paper.fillStyle = colour("panel");
  paper.fillRect(0, 0, SIDE, SIDE);
  paper.fillStyle = colour("accent");
  paper.fillRect(0, 0, SIDE, 12);

  let left = MARGIN;
  if (story.face) {
    await drawFace(paper, story.face, MARGIN, MARGIN);
    left += FACE + 32;
  }
  paper.fillStyle = colour("soft");
  paper.font = face(600, 30);
  write(story.title, left, MARGIN + 30);
  paper.fillStyle = colour("text");
  paper.font = face(800, 54, true);
  const lines = broken(story.headline, SIDE - MARGIN - left, (line) => paper.measureText(line).width);
  lines.forEach((line, i) => write(line, left, MARGIN + 96 + i * 62));

  let y = Math.max(MARGIN + FACE, MARGIN + 96 + (lines.length - 1) * 62) + 72;
  const most = Math.max(1, ...story.places.map(({ total }) => total));
  for (const { seat, name, place, total } of story.places) {
    paper.font = face(place === 1 ? 800 : 500, 32);
    paper.fillStyle = colour("text");
    write(ordinal(place), MARGIN, y);
    write(total.toLocaleString("en"), SIDE - MARGIN, y, "right");
    paper.fillStyle = colour(`seat-${seat}`);
    paper.save();
    paper.translate(MARGIN + 92, y - 28);
    paper.scale(2, 2);
    paper.fill(new Path2D(SHAPES[seat - 1] ?? ""));
    paper.restore();
    const bar = SIDE - MARGIN - 170 - 480;
    paper.fillRect(480, y - 22, Math.max(4, bar * Math.max(0, total / most)), 20);
    paper.fillStyle = colour("text");
    const whole = paper.measureText(name).width <= 310;
    write(whole ? name : `${name.slice(0, 16)}…`, MARGIN + 142, y);
    y += ROW;
  }

  const samples = story.course?.samples ?? [];
  const plies = Math.max(1, story.course?.plies ?? 1);
  const [top, bottom] = [y, SIDE - MARGIN - 40];
  if (samples.length > 1 && bottom - top > 120) {
    const all = samples.flatMap(({ totals }) => totals);
    const [least, highest] = [Math.min(0, ...all), Math.max(1, ...all)];
    const height = (points: number): number => bottom - ((points - least) / (highest - least)) * (bottom - top);
    paper.strokeStyle = colour("line");
    paper.lineWidth = 2;
    paper.strokeRect(MARGIN, top, SIDE - 2 * MARGIN, bottom - top);
    paper.lineWidth = 6;
    paper.lineJoin = "round";
    for (const { seat } of [...story.places].reverse()) {
      paper.strokeStyle = colour(`seat-${seat}`);
      paper.beginPath();
      for (const { ply, totals } of samples) {
        paper.lineTo(MARGIN + (ply / plies) * (SIDE - 2 * MARGIN), height(totals[seat - 1] ?? 0));
      }
      paper.stroke();
    }
  }
  paper.fillStyle = colour("soft");
  paper.font = face(600, 26);
  write(story.streak, MARGIN, SIDE - MARGIN / 2 - 12);
  write("Billions", SIDE - MARGIN, SIDE - MARGIN / 2 - 12, "right");
  return new Promise((done, fails) => canvas.toBlob((blob) => (blob ? done(blob) : fails(new Error("This browser draws no pictures."))), "image/png"));
}

/** Passes it on where the device has a way to, else saves it. */
export async function share(picture: Blob, title: string): Promise<void> {
  const file = new File([picture], "billions.png", { type: "image/png" });
  if (typeof navigator.canShare === "function" && navigator.canShare({ files: [file] })) {
    await navigator.share({ files: [file], title }).catch(() => undefined); // who thinks better of it has not shared it
    return;
  }
  const { saveBlob } = await import("../../ui/copy");
  saveBlob(picture, "billions.png");
}
