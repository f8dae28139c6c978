// What one has pressed besides moves, until the server has confirmed it: an undo, a hint, auto-answers.
//
// Must never say that something was sent which perhaps was not.
import { noteOrders, type OrderSent } from "../source/sent";
import { SLOW } from "./unconfirmed";

export class Pressed {
  #told = $state.raw<readonly { text: string }[]>([]);
  /** auto-answers that are on their way, to be given or to end */
  orders = $state.raw<readonly OrderSent[]>([]);

  /** `silent`: the server is known not to answer */
  constructor(readonly table: string, readonly local: boolean, readonly silent: () => boolean) {}

  /** What is longer on its way than on a good line. */
  get words(): string {
    return this.#told.map(({ text }) => text).join(" ");
  }

  async named<T>(what: string, done: Promise<T>): Promise<T> {
    const told = { text: "" };
    const tell = (): void => {
      told.text = `${what}: ${this.silent() ? "not sent" : "sent, not confirmed"} yet.`;
      this.#told = [...this.#told, told];
    };
    const timer = this.local ? 0 : window.setTimeout(tell, this.silent() ? 0 : SLOW);
    try {
      return await done;
    } finally {
      clearTimeout(timer);
      this.#told = this.#told.filter((one) => one !== told);
    }
  }

  async order(sent: OrderSent, name: string, done: Promise<void>): Promise<void> {
    this.#note([...this.orders, sent]);
    try {
      await this.named(`Auto-answer "${name}" ${sent.on ? "on" : "off"}`, done);
    } finally {
      this.#note(this.orders.filter((one) => one !== sent));
    }
  }

  #note(orders: readonly OrderSent[]): void {
    this.orders = orders;
    if (!this.local) {
      noteOrders(this.table, orders);
    }
  }
}
