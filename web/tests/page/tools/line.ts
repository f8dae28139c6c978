// A line to a server that can be cut, silenced and mended, as those of telephones and televisions are. On this machine alone.
import { connect, createServer, type Socket } from "node:net";

export interface Line {
  address: string;
  cut(): void;
  /** Nothing comes through any more, and nobody is told: what is open stays so for good, and what is opened is never answered. */
  silence(): void;
  /** What is open breaks off, and what is opened takes this many milliseconds until the server hears of it. */
  slow(milliseconds: number): void;
  /** for what is opened from now on */
  mend(): void;
  close(): void;
}

export async function openLine(port: number): Promise<Line> {
  const through = new Set<Socket>();
  const mute = new Set<Socket>();
  let whole = true;
  let silent = false;
  let late = 0;
  const line = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    if (silent) {
      near.on("error", () => undefined).on("close", () => mute.delete(near)).resume();
      mute.add(near);
      return;
    }
    if (late > 0) {
      near.on("error", () => undefined);
      setTimeout(() => near.destroyed || join(near), late);
    } else {
      join(near);
    }
  });
  const join = (near: Socket): void => {
    const far = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      through.add(one);
      const ended = (): void => {
        through.delete(one);
        if (!mute.delete(one)) {
          other.destroy();
        }
      };
      one.on("error", ended).on("close", ended);
      one.on("data", (bytes: Buffer) => mute.has(one) || other.write(bytes));
    }
  };
  await new Promise<void>((done) => line.listen(0, "127.0.0.1", done));
  const breakOff = (): void => [...through, ...mute].forEach((one) => one.destroy());
  const cut = (): void => {
    whole = false;
    breakOff();
  };
  return {
    address: `http://127.0.0.1:${(line.address() as { port: number }).port}`,
    cut,
    silence: () => {
      silent = true;
      through.forEach((one) => mute.add(one));
    },
    slow: (milliseconds) => {
      late = milliseconds;
      breakOff();
    },
    mend: () => {
      whole = true;
      silent = false;
      late = 0;
    },
    close: () => {
      cut();
      line.close();
    },
  };
}
