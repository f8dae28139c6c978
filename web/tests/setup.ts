/** What browsers have and Debian 12's Node.js keeps in a module. */
import { webcrypto } from "node:crypto";

if (!("crypto" in globalThis)) {
  Object.defineProperty(globalThis, "crypto", { value: webcrypto });
}
