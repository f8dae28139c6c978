// Sounds, made by ourselves out of tones and noise; none unless they are switched on.
//
// Must never be the only sign of anything, and never sound at a page that nobody has touched.
import { settings } from "./settings.svelte";

export type Sound = "card" | "turn" | "window" | "grand" | "counter" | "end";

let context: AudioContext | null = null;

function open(): AudioContext | null {
  if ("userActivation" in navigator && !navigator.userActivation.hasBeenActive) {
    return null; // the browser would complain, keep it, and pour it out at the first touch
  }
  if (!context && "AudioContext" in globalThis) {
    context = new AudioContext();
  }
  if (context?.state === "suspended") {
    void context.resume().catch(() => undefined);
  }
  return context;
}

/** A soft tone: how high, when (in seconds from now), how long, how loud. */
function tone(on: AudioContext, pitch: number, from: number, length: number, loud: number, shape: OscillatorType = "sine"): void {
  const begin = on.currentTime + from;
  const voice = on.createOscillator();
  const volume = on.createGain();
  voice.type = shape;
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loud, begin + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0008, begin + length);
  voice.connect(volume).connect(on.destination);
  voice.start(begin);
  voice.stop(begin + length + 0.02);
}

/** A card on a table: a breath of noise, the upper part taken off. */
function brush(on: AudioContext, length: number, loud: number, height: number): void {
  const samples = Math.ceil(on.sampleRate * length);
  const buffer = on.createBuffer(1, samples, on.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) {
    data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 3;
  }
  const source = on.createBufferSource();
  const filter = on.createBiquadFilter();
  const volume = on.createGain();
  source.buffer = buffer;
  filter.type = "lowpass";
  filter.frequency.value = height;
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(on.destination);
  source.start();
}

const SOUNDS: Record<Sound, (on: AudioContext) => void> = {
  card: (on) => brush(on, 0.09, 0.25, 2400),
  turn: (on) => {
    tone(on, 523, 0, 0.25, 0.12);
    tone(on, 784, 0.11, 0.4, 0.12);
  },
  window: (on) => {
    tone(on, 659, 0, 0.16, 0.12, "triangle");
    tone(on, 659, 0.18, 0.3, 0.12, "triangle");
  },
  grand: (on) => [392, 523, 659].forEach((pitch, i) => tone(on, pitch, i * 0.07, 0.45, 0.09, "triangle")),
  counter: (on) => {
    brush(on, 0.22, 0.5, 700);
    tone(on, 196, 0, 0.5, 0.16, "triangle");
  },
  end: (on) => [523, 659, 784, 1047].forEach((pitch, i) => tone(on, pitch, i * 0.13, 0.6, 0.1)),
};

export function sound(which: Sound): void {
  const on = settings.sounds ? open() : null;
  if (on) {
    SOUNDS[which](on);
  }
}
