// A line to a server that can be cut and mended, as those of telephones and televisions are. On this machine alone.
import { connect, createServer, type Socket } from "node:net";

export interface Line {
  address: string;
  cut(): void;
  mend(): void;
  close(): void;
}

export async function openLine(port: number): Promise<Line> {
  const through = new Set<Socket>();
  let whole = true;
  const line = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      through.add(one);
      one.on("error", () => other.destroy()).on("close", () => {
        through.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((done) => line.listen(0, "127.0.0.1", done));
  const cut = (): void => {
    whole = false;
    through.forEach((one) => one.destroy());
  };
  return {
    address: `http://127.0.0.1:${(line.address() as { port: number }).port}`,
    cut,
    mend: () => {
      whole = true;
    },
    close: () => {
      cut();
      line.close();
    },
  };
}
