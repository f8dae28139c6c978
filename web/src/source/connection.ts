// The connection of a table: when the server is asked whether it is there, when another socket is tried, and when it must be said that
// nobody answers (docs/protocol.md, "When the line fails"). A network that falls silent closes nothing, so silence alone decides; a socket
// that is late stays in the race until another one has been answered.
//
// Browsers open one socket to a server at a time: one that hangs keeps the next one waiting, and one that is merely slow must not be given up.
// A request tells which it is: it waits for no socket.
//
// Time, chance and sockets are handed in, so that tests can turn the clock. Must never know what a message means, and never wait for the
// end of a socket that was given up.

/** A socket, as far as it is used here. After `close` it says nothing any more. */
export interface Wire {
  send(text: string): void;
  close(): void;
}

/** What a wire tells. */
export interface Ear {
  opened(): void;
  heard(text: string): void;
  ended(): void;
}

export interface World {
  /** milliseconds of a clock that goes on while the device sleeps */
  now(): number;
  /** Runs it later; what is returned calls that off. */
  later(run: () => void, milliseconds: number): () => void;
  open(ear: Ear): Wire;
  /** A small request: `opened` is its answer, `ended` that it got none. */
  ask(ear: Ear): Wire;
  /** from 0 to 1 */
  chance(): number;
}

/** Whose connection it is. */
export interface Speaker {
  /** the first message on a new wire */
  greeting(): string;
  /** A message came. True: it is the answer to the greeting. */
  heard(text: string): boolean;
  /** the server is there, and can be spoken to: at first, or again */
  up(): void;
  /** it may not be; what is said from now on is not sent */
  down(): void;
  /** Since when nobody has answered, once that is long enough to be told; null: somebody does again. */
  uncertain(since: number | null): void;
}

/** After so long without a sign of life the server is asked for one: while somebody looks at a game that goes on, and else. */
export const LIVELY = 4_000;
export const RESTING = 25_000;
/** How long that answer may take before another wire is tried; the second one after a sleep, from which most connections do not come back. */
const ANSWER = 4_000;
const ANSWER_AFTER_SLEEP = 2_000;
/** How much longer nothing is said of it. So it is said 9 s after the last sign of life, where somebody looks: 10 are promised, and a busy
 *  device takes a part of the last one. */
const GRACE = 1_000;
const TOLD_AFTER = LIVELY + ANSWER + GRACE;
/** From the beginning of an attempt that has failed to the next one; from the third on. The last has chance in it. */
const PAUSES = [1_000, 2_000];
const PAUSE = 4_000;
/** What share of it is chance. */
const CHANCE = 0.2;
/** After a server that ended the connection: all of its clients come at once. */
const STAGGER = 300;
/** From the beginning of an attempt to its answered greeting, and of a request to its answer. */
const LIMIT = 15_000;
/** Sockets and requests at the same time, with the socket that was doubted. Before one more the oldest request goes, or else the oldest socket. */
const MOST = 4;
/** How many times as long as a request a socket may take until it is open: TCP, TLS and the handshake, while the request may find a
 *  connection. */
const ROUNDS = 5;
/** Browsers hold back sockets to a server that many were opened to in vain, for as long as a minute. After so many attempts only every
 *  so-manieth is a socket at once; for the others the server is asked by a request first, which nobody holds back. */
const ASK_FIRST = 5;
const SOCKET_AGAIN = 6;
/** Several events tell of the same awakening. */
const SAME_MOMENT = 500;
/** A timer that is so late has slept. */
const OVERSLEPT = 3_000;

interface Attempt {
  wire: Wire;
  /** it is a request, and what its answer tells is whether a socket would have one */
  asks: boolean;
  begun: number;
  open: boolean;
  /** its greeting was answered */
  answered: boolean;
  /** calls its end off */
  stays: () => void;
}

const nothing = (): void => undefined;
const isOpening = ({ asks, open }: Attempt): boolean => !asks && !open;

export class Connection {
  #attempts: Attempt[] = [];
  /** the one that speaks */
  #current: Attempt | null = null;
  #newest: Attempt | null = null;
  #failures = 0;
  /** attempts since one was answered, or since somebody looked */
  #tried = 0;
  /** a socket that is not open yet has this long before a request's answer can end it */
  #patience = 0;
  #last: number;
  #lively = false;
  #told = false;
  #closed = false;
  #stopBeat = nothing;
  #stopNext = nothing;
  #stopTelling = nothing;

  constructor(
    readonly world: World,
    readonly speaker: Speaker,
  ) {
    this.#last = world.now();
  }

  begin(): void {
    this.#last = this.world.now();
    this.#tellIn(TOLD_AFTER);
    this.#attempt();
  }

  get isUp(): boolean {
    return this.#current !== null;
  }

  /** Says it, if there is somebody to say it to. */
  say(text: string): boolean {
    this.#current?.wire.send(text);
    return this.#current !== null;
  }

  /** Whether somebody looks at a game that goes on: then silence is noticed soon. */
  lively(now: boolean): void {
    if (this.#lively !== now) {
      this.#lively = now;
      this.#rest();
    }
  }

  /** Somebody looks again, or the device has a network again (`changed`: perhaps another one, on which the old wire is dead). */
  look(changed = false): void {
    if (this.#closed) {
      return;
    }
    if (this.#current) {
      if (changed || this.#silent() > LIVELY) {
        this.#ask(ANSWER_AFTER_SLEEP);
      }
    } else if (!this.#newest || this.world.now() - this.#newest.begun > SAME_MOMENT) {
      this.#failures = this.#tried = 0;
      if (changed) {
        this.#attempts.filter(isOpening).forEach((old) => this.#letGo(old));
      }
      this.#attempt();
    }
  }

  /** The device has no network: no need to wait for silence. */
  cut(): void {
    if (!this.#closed) {
      this.#letGoAll();
      this.#leave();
      this.#plan(PAUSE);
      this.#tell();
    }
  }

  /** Another process of the server is to be found at the same address. */
  moved(): void {
    if (!this.#closed) {
      this.#letGoAll();
      this.#leave();
      this.#attempt();
    }
  }

  /** For good. */
  close(goodbye?: string): void {
    if (goodbye && !this.#closed) {
      this.say(goodbye);
    }
    this.#closed = true;
    this.#current = null;
    this.#letGoAll();
    this.#stopBeat();
    this.#stopNext();
    this.#stopTelling();
  }

  #silent(): number {
    return Math.max(0, this.world.now() - this.#last);
  }

  /* ---------------------------------------------------------------- attempts */

  /** A socket; or a request, where the next socket would have to wait or be held back. */
  #attempt(): void {
    this.#tried++;
    this.#begin(this.#attempts.some(isOpening) || (this.#tried > ASK_FIRST && this.#tried % SOCKET_AGAIN !== 0));
  }

  #begin(asks: boolean): void {
    const one: Attempt = { wire: { send: nothing, close: nothing }, asks, begun: this.world.now(), open: false, answered: false, stays: nothing };
    this.#makeRoom();
    this.#attempts.push(one);
    this.#newest = one;
    this.#limit(one);
    this.#plan(this.#pause(PAUSES.length));
    const here = (then: () => void) => () => {
      if (this.#attempts.includes(one)) {
        then();
      }
    };
    const ear: Ear = {
      opened: here(() => (asks ? this.#answered(one) : this.#greet(one))),
      heard: (text) => here(() => this.#heard(one, text))(),
      ended: here(() => this.#ended(one)),
    };
    one.wire = asks ? this.world.ask(ear) : this.world.open(ear);
  }

  #greet(one: Attempt): void {
    one.open = true;
    one.wire.send(this.speaker.greeting());
  }

  /** Somebody has answered a request: a socket that is not open by now hangs, unless the line is slow, and the next one takes its place. A
   *  handshake may be slow on a quick line, too: so the next one has twice the time. */
  #answered(request: Attempt): void {
    const now = this.world.now();
    const enough = Math.max(ROUNDS * (now - request.begun), this.#patience);
    this.#letGo(request);
    for (const late of this.#attempts.filter((one) => isOpening(one) && now - one.begun >= enough)) {
      this.#patience = 2 * (now - late.begun);
      this.#letGo(late);
    }
    if (!this.#attempts.some(isOpening)) {
      this.#begin(false);
    }
  }

  #makeRoom(): void {
    const [oldest] = [...this.#attempts.filter(({ asks }) => asks), ...this.#attempts.filter(({ asks }) => !asks)];
    if (oldest && this.#attempts.length >= MOST) {
      this.#letGo(oldest);
    }
  }

  #limit(one: Attempt): void {
    one.stays();
    one.stays = this.world.later(() => this.#letGo(one), LIMIT);
  }

  /** Nothing more is heard of it, and nobody waits for its end. */
  #letGo(one: Attempt): void {
    one.stays();
    this.#attempts = this.#attempts.filter((other) => other !== one);
    one.wire.close();
  }

  #letGoAll(): void {
    [...this.#attempts].forEach((one) => this.#letGo(one));
    this.#newest = null;
  }

  #pause(failures: number): number {
    return PAUSES[failures] ?? PAUSE * (1 - CHANCE * this.world.chance());
  }

  /** The next attempt, so long from now: whatever has become of this one. */
  #plan(wait: number): void {
    this.#stopNext();
    this.#stopNext = this.world.later(() => this.#attempt(), wait);
  }

  #ended(one: Attempt): void {
    this.#letGo(one);
    if (one === this.#current) {
      this.#leave();
      this.#tellIn(TOLD_AFTER - this.#silent());
      this.#plan(STAGGER * this.world.chance());
    } else if (one === this.#newest && !this.#current) {
      const wait = this.#pause(this.#failures++);
      this.#plan(Math.max(0, one.begun + wait - this.world.now()));
      if (this.#failures > 1) {
        this.#tell(); // it is refused, again and again: that is no mere silence
      }
    }
  }

  /* ---------------------------------------------------------------- signs of life */

  #heard(one: Attempt, text: string): void {
    this.#last = this.world.now();
    one.answered = this.speaker.heard(text) || one.answered;
    if (one.answered && !this.#closed && this.#attempts.includes(one)) {
      this.#well(one);
    }
  }

  #well(one: Attempt): void {
    this.#attempts.filter((other) => other !== one).forEach((other) => this.#letGo(other));
    one.stays();
    this.#stopNext();
    this.#stopTelling();
    this.#failures = this.#tried = this.#patience = 0;
    const again = this.#current === null;
    this.#current = one;
    this.#rest();
    if (this.#told) {
      this.#told = false;
      this.speaker.uncertain(null);
    }
    if (again) {
      this.speaker.up();
    }
  }

  /** From the last sign of life on: so long nothing is asked. */
  #rest(): void {
    this.#stopBeat();
    if (this.#current) {
      const wait = Math.max(0, (this.#lively ? LIVELY : RESTING) - this.#silent());
      const due = this.world.now() + wait;
      this.#stopBeat = this.world.later(() => this.#ask(this.world.now() - due > OVERSLEPT ? ANSWER_AFTER_SLEEP : ANSWER), wait);
    }
  }

  #ask(limit: number): void {
    this.say('{"type":"ping"}');
    this.#stopBeat();
    this.#stopBeat = this.world.later(() => this.#suspect(), limit);
    this.#tellIn(limit + GRACE);
  }

  /** The wire that spoke does not answer: it may still, while others are tried. A browser sends the first request over the connection of one that
   *  was answered in an earlier outage, and that is dead as well by now: it goes at once, so that the next one does not wait for it. */
  #suspect(): void {
    if (this.#current) {
      this.#limit(this.#current);
      this.#leave();
      this.#begin(true);
      this.#attempt();
    }
  }

  #leave(): void {
    this.#stopBeat();
    if (this.#current) {
      this.#current = null;
      this.speaker.down();
    }
  }

  #tellIn(wait: number): void {
    this.#stopTelling();
    this.#stopTelling = this.world.later(() => this.#tell(), Math.max(0, wait));
  }

  #tell(): void {
    this.#stopTelling();
    if (!this.#told && !this.#closed) {
      this.#told = true;
      this.speaker.uncertain(this.#last);
    }
  }
}
