// An address as a code for the camera of a telephone, in half blocks for a terminal: ./play --home shows it.
//
//     node qr.mjs ADDRESS
import { encode } from "uqr";

const { data, size } = encode(process.argv[2] ?? "", { ecc: "L", border: 2 });
const lines = [];
for (let y = 0; y < size; y += 2) {
  // Light on dark would confuse cameras: both colours are said, whatever the terminal's own are.
  const blocks = data[y].map((dark, x) => [" ", "▄", "▀", "█"][2 * Number(dark) + Number(data[y + 1]?.[x] ?? false)]);
  lines.push(`    \u001b[30;107m${blocks.join("")}\u001b[0m`);
}
console.log(lines.join("\n"));
