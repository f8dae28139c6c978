// The state of one table on the page, fed by a source. Messages are shown one after the other, each step long enough to be followed;
// what is shown is always a whole moment of the game.
//
// Must never decide what is legal: that is what `asked` says.
import { tick } from "svelte";
import type { Asked, Clock, Entry, Look, NowMessage, Over, Seat, Setup, TableMessage, TableState, MoveParts, View, Why } from "../engine/types";
import { Refusal } from "../engine/engine";
import { NO_ANSWER } from "../source/http";
import { noteSent, type OrderSent, type Sent } from "../source/sent";
import { withCards, type Hint, type Source, type SourceMessage } from "../source/source";
import { gameTable, stagingOf } from "../games";
import { calledIn } from "../games/called";
import { asWritten, sayerOf } from "../games/said";
import { aboutSitter, meetPeople, personIn } from "../people/people.svelte";
import type { Scene, Staging } from "../games/scene";
import { ChatDraft } from "../ui/draft.svelte";
import { moves } from "../ui/settings.svelte";
import { remember, play } from "../ui/motion";
import { withoutTyped } from "../ui/words";
import { botPlays, fateOf, lapsedAtLast, lapsedWords, madeAnyhow, orderedWords, takesBack, undoWords, withMade } from "./away";
import { Back, LAPSE_STAYS } from "./back.svelte";
import { Bubbles } from "./bubbles.svelte";
import { Notices, type Notice } from "./notices.svelte";
import { parked } from "./parked.svelte";
import { Pressed } from "./pressed.svelte";
import { NOTHING, returnedLine } from "./returned";
import { sinceTurn, toldOf } from "./since";
import { Director } from "./stage/director.svelte";
import { botsAt, seatsAfter } from "./seats";
import { ARRIVED, FIRST_ARRIVES, FIRST_UNDONE, lateWords, LOST, meantBy, onItsWayWords, OVERDUE, SLOW, staleUndoWords } from "./unconfirmed";

const WITHOUT_HINT = "No hint:";
/** Less time than that to answer is none to look on meanwhile. */
const SHORT = 30_000;
const SILENT_HINT = "No hint while the server does not answer.";

export class Table {
  you = $state<number | null>(null);
  state = $state<TableState>("open");
  setup = $state.raw<Setup | null>(null);
  seats = $state.raw<Seat[]>([]);
  log = $state.raw<Entry[]>([]);
  asked = $state.raw<Asked | null>(null);
  /** when `asked` came, for its ring of time */
  askedAt = $state(0);
  view = $state.raw<View | null>(null);
  clocks = $state.raw<Clock[] | null>(null);
  orders = $state.raw<string[]>([]);
  over = $state.raw<Over | null>(null);
  /** it was over when it was last read whole, or its result was read: nothing is counted up any more */
  foundOver = $state(false);
  /** the letters of the next table, when somebody plays again */
  next = $state<string | null>(null);
  undo = $state.raw<{ ply: number; free: boolean } | null>(null);
  look = $state.raw<Look | null>(null);
  readonly notices = new Notices(() => parked.has(this));
  #hinted = $state.raw<{ question: string; hint: Hint } | null>(null);
  /** an answer in a window that is kept by the server */
  held = $state<string | null>(null);
  /** what was made in one's place would be taken back: one is asked whether that is meant */
  doubtsUndo = $state(false);
  /** somebody asks to take a move back */
  asksUndo = $state<number | null>(null);
  /** since when the server has not answered, once that must be told; clocks show the most that can be left */
  line = $state.raw<{ since: number } | null>(null);
  /** a move waits here until the server answers */
  unsent = $state(false);
  /** the clock of what is asked has run out, as far as one can tell while the server does not answer */
  #overdue = $state(false);
  readonly pressed: Pressed;
  #silentHint = $state(false);
  #undoes = false;
  /** one is asked already, and what happened before is still being shown */
  comes = $state(false);
  readonly back = new Back();
  /** before the beginning: whose seat has been taken longest; 0: nobody's */
  host = $state(0);
  /** before the beginning of a quick match: when bots may take the free seats, as Date.now() */
  fillsAt = $state<number | null>(null);
  readonly bubbles = new Bubbles();
  /** why the key of one's seat opens nothing any more */
  lost = $state<string | null>(null);
  /** why the game is gone when the page is closed; null: it is kept */
  unkept = $state<string | null>(null);
  /** what is typed for the chat and not yet at the server */
  readonly draft: ChatDraft;
  /** a move of ours is on its way */
  busy = $state(false);
  /** it is for longer than it takes on a good line */
  #slow = $state(false);
  #lost = $state(false);
  /** "Draw from the deck": what was pressed */
  #sent = $state("");
  /** the decision that we have answered, until what came of it is shown: a second press means nothing */
  #answered = $state<number | null>(null);
  /** what is meant to follow the move that is on its way, if the next question allows it */
  #then = $state.raw<MoveParts | null>(null);
  #sayer = $state.raw(asWritten);
  /** the step that is being shown */
  latest = $state.raw<Entry | null>(null);
  /** what an entry is worth, and how it is drawn; each game has its own (games/scene.ts) */
  staging = $state.raw<Staging | null>(null);
  readonly director = new Director(this);
  readonly #queue: SourceMessage[] = [];
  /** when each of these came: clocks run while it waits to be shown */
  readonly #cameAt = new WeakMap<SourceMessage, number>();
  #showing = false;
  /** nothing waits, and the last step stands on the table: the next one may be made while this one is looked at */
  #stands = true;
  #idle: (() => void)[] = [];
  #overdueTimer = 0;

  constructor(readonly source: Source) {
    this.draft = new ChatDraft(source.table);
    this.pressed = new Pressed(source.table ?? "", source.local, () => this.line !== null);
    source.hear = (message) => this.#hear(message);
    source.ready = () => this.#ready();
    source.hurries = () => this.director.hurries;
  }

  get local(): boolean {
    return this.source.local;
  }
  /** What has become of what one has pressed besides a move, where it is longer on its way than on a good line. */
  get waits(): string {
    return [this.#silentHint ? SILENT_HINT : [], this.pressed.words || []].flat().join(" ");
  }
  readonly notice: Notice | null = $derived(this.notices.now);
  get yours(): boolean {
    return this.asked?.you != null && this.held === null && this.asked.decision !== this.#answered;
  }
  /** Which question it is, whatever else comes with it: what one has chosen for it holds as long as this is the same. */
  readonly question: string = $derived(`${this.asked?.decision} ${this.asked?.you?.moves.join("\n")}`);
  /** What has happened since who looks last had a turn: for them, and for whoever comes back. */
  readonly since: Entry[] = $derived(sinceTurn(this.log, this.you));
  /** the same in scenes: what others did, and what befell oneself */
  readonly sinceScenes: Scene[] = $derived(toldOf(this.since, this.you, (entry) => this.scenesOf(entry)));
  readonly moves: string[] = $derived(this.yours && !this.busy ? (this.asked?.you?.moves ?? []) : []);
  /** a hint holds for the question that it was asked about, and until that is answered */
  hint: Hint | null = $derived(this.moves.length > 0 && this.#hinted?.question === this.question ? this.#hinted.hint : null);
  /** The same moves with their parts. */
  get choices(): { text: string; parts: MoveParts }[] {
    const { parts } = this.asked?.you ?? {};
    return this.moves.map((text, i) => ({ text, parts: parts?.[i] ?? { verb: text } }));
  }
  /** Of what one has pressed, something has still to be sent, or to be heard of. */
  readonly goesOn: boolean = $derived(this.busy || this.#then !== null);
  /** One has answered, and the server has not said that it has heard it. */
  readonly keepsAnswer: boolean = $derived(this.busy && (this.line !== null || this.#slow));
  /** The server has heard it, and what came of it is not shown yet. */
  readonly answered: boolean = $derived(this.asked?.you != null && this.held === null && this.asked.decision === this.#answered);
  /** What has become of one's answer, until what came of it is shown. */
  get onItsWay(): string {
    return this.busy ? onItsWayWords(this.#sent, { silent: this.line !== null, unsent: this.unsent, late: this.#lost, over: this.#overdue }) : `${this.local ? "Played" : "The server has your move"}: ${this.#sent}.`;
  }
  /** What one would lose by leaving the page now, in a sentence; "": nothing. */
  get atStake(): string {
    const pressed = this.source.waits && !this.busy ? this.waits || "What you pressed has not arrived yet." : "";
    const said = "What you said has not arrived yet: who leaves now may have to say it again.";
    return this.keepsAnswer ? "Your move has not arrived yet: who leaves now may have to choose again." : this.draft.late ? said : pressed;
  }
  /** What one has said, in words, until it has arrived; or what the server has said against it. */
  get unfinished(): string {
    return this.busy ? this.onItsWay : this.waits || (this.notice?.text ?? (this.draft.sending ? "What you said is not sent yet." : ""));
  }
  /** What whoever points at something meanwhile is told; "": no answer is on its way, or it is there at once. */
  get nothingMore(): string {
    return !this.local && (this.busy || this.answered) ? `${this.onItsWay} Nothing more can be chosen until ${this.busy ? "the server has answered" : "it is shown"}.` : "";
  }
  get prompt(): string | null {
    return this.keepsAnswer ? this.onItsWay : this.#overdue ? OVERDUE : (this.asked?.you?.prompt ?? null);
  }
  /** a game that is looked at again: nobody thinks, nobody is waited for */
  readonly bygone: boolean = false;
  /** A move of an entry, in words. */
  readonly worded = (entry: Pick<Entry, "move" | "parts">): string => this.#say(entry, (seat) => this.titleOf(seat));
  /** With seats by their numbers, for what gives them names and signs where it is shown. */
  readonly #numbered = (entry: Entry): string => this.#say(entry, (seat) => `Seat ${seat}`);
  #say({ move, parts }: Pick<Entry, "move" | "parts">, called: (seat: number) => string): string {
    return this.#sayer(move ?? "", parts ?? { verb: move ?? "" }, (seat) => (seat === this.you ? "you" : called(seat)));
  }

  /** What an entry is worth to who looks; and each of its events. */
  readonly sceneOf = (entry: Entry, you = this.you): Scene | null => this.staging?.stage(entry, you, this.view) ?? null;
  readonly scenesOf = (entry: Entry): Scene[] => this.staging?.scenes(entry, this.you, this.view) ?? [];

  nameOf(seat: number): string {
    return seat === this.you ? "You" : this.titleOf(seat);
  }

  /** Whether who looks has decided anything yet: what orders answered, or a bot in one's place, does not count. */
  get moved(): boolean {
    return this.log.some(({ kind, seat, how }) => kind === "move" && seat === this.you && how === "person");
  }

  /** The same where the sign of the seat stands beside it and room is dear: "Ann". */
  shortNameOf(seat: number): string {
    return seat === this.you ? "You" : (this.#sitterOf(seat) ?? this.titleOf(seat));
  }

  #sitterOf(seat: number): string | undefined {
    const facts = this.seats[seat - 1];
    return facts?.left ?? (facts?.kind === "person" && facts.name !== "You" ? facts.name : facts?.kind === "bot" ? personIn(facts.name)?.name : undefined);
  }

  /** Who sits there, and what the game's own sentences call the seat: "Ann (Blue)", "Blue", "Seat 2". A rival of the house is "Mara" in these, too. */
  titleOf(seat: number): string {
    const name = this.#sitterOf(seat);
    const called = calledIn(this.setup?.game ?? "", this.view, seat);
    return name ? (called && this.nameByWord(called) !== name ? `${name} (${called})` : name) : (called ?? `Seat ${seat}`);
  }

  /** The person who plays what the game's sentences call so: "Mara" for "Blue"; null: nobody who has a name. */
  nameByWord(word: string): string | null {
    const seat = this.seats.find((one) => one.kind === "bot" && one.seat !== this.you && calledIn(this.setup?.game ?? "", this.view, one.seat) === word);
    return seat?.left ?? personIn(seat?.name)?.name ?? null;
  }

  /** Who plays on in a seat that its person has left: "Bruno", or "a bot"; null: nobody has left it. What was told of the seat stays true, so it
   *  keeps the name of who sat there. */
  playsOn(seat: number): string | null {
    const facts = this.seats[seat - 1];
    return facts?.left ? (personIn(facts.name)?.name ?? "a bot") : null;
  }

  /** Who has still to answer, besides oneself: for what one's orders answer, or has sent, one does not wait for oneself. */
  get waited(): number[] {
    return (this.asked?.seats ?? []).filter((seat) => !this.asked?.chosen?.includes(seat) && (seat !== this.you || botPlays(this.seats[seat - 1])));
  }

  /** What one may know of who sits there, in a sentence or two; the title where there is no more to say. */
  aboutSeat(seat: number): string {
    return aboutSitter(this.seats[seat - 1], this.titleOf(seat), this.playsOn(seat)) || this.titleOf(seat);
  }

  /** What goes wrong in it is said. */
  #orSaid(what: Promise<void>): Promise<void> {
    return what.catch((trouble: unknown) => this.say(trouble));
  }
  readonly start = (): Promise<void> => this.#orSaid(this.source.start());

  /** `then`: which of the next choices is meant by it; it is played by itself if there is one. `doubted`: it may have been sent before. */
  async play(move: string, then?: MoveParts, doubted = false): Promise<void> {
    const decision = this.asked?.decision;
    if (decision === undefined || this.busy || decision === this.#answered) {
      return;
    }
    if (this.#undoes) {
      this.say(FIRST_UNDONE, "info"); // after it, this is no more asked
      return;
    }
    const parts = this.choices.find(({ text }) => text === move)?.parts ?? { verb: move };
    this.#sent = this.worded({ move, parts: then ?? parts });
    const slow = this.local ? 0 : window.setTimeout(() => (this.#slow = true), SLOW);
    const lost = this.local ? 0 : window.setTimeout(() => (this.#lost = true), LOST);
    this.busy = true;
    this.back.opens = false;
    this.director.begin();
    this.#then = then ?? null;
    const known = this.#heard.at(-1)?.number ?? 0;
    try {
      await this.source.move(decision, move, then);
      this.#answered = decision;
      if (doubted || this.#lost) {
        this.back.arrived(this.#sent);
      }
    } catch (trouble) {
      this.#then = null;
      if (!madeAnyhow(this.#heard, this.you, move, known)) {
        this.say(this.#refused(trouble, known, (...since) => lateWords(this.#sent, ...since)));
      }
    } finally {
      [slow, lost].forEach(clearTimeout);
      this.busy = this.#slow = this.#lost = false;
      this.notices.drop(FIRST_ARRIVES);
    }
    this.#endIfLeft(this.#answered === decision ? `${ARRIVED} ${this.#sent}.` : "");
    this.#goOn();
  }

  /** A move that was on its way when the page was loaded again: sent once more if it is still asked, else what has become of it is told. */
  resume({ decision, move, after, then }: Sent): void {
    if (this.goesOn) {
      return; // this table has carried it on
    }
    const { since, arrived } = fateOf(this.log, this.you, { move, after });
    const open = this.asked?.decision === decision;
    if (open && this.moves.includes(move)) {
      void this.play(move, then, true);
    } else if (arrived) {
      this.back.arrived(this.#numbered(arrived));
      this.#then = then ?? null;
      this.#goOn();
    } else if (!open && !since.some(({ kind }) => kind === "undo") && !madeAnyhow(since, this.you, move, after)) {
      this.say(lateWords(then ? this.worded({ move, parts: then }) : asWritten(move, { verb: move }, String), since, this.you, (seat) => this.shortNameOf(seat)));
    }
    if (!this.goesOn) {
      noteSent(null); // it is not asked any more
    }
  }

  /** `sure`: one was asked, where what was made in one's place goes with it. */
  async takeBack(sure = false): Promise<void> {
    if (this.#undoes) {
      return;
    }
    if (this.busy && !this.local) {
      this.say(FIRST_ARRIVES, "info");
      return;
    }
    this.doubtsUndo = !sure && !this.local && takesBack(this.log, this.you) !== null;
    if (this.doubtsUndo) {
      return;
    }
    this.#undoes = true;
    const known = this.#heard.at(-1)?.number ?? 0;
    try {
      await this.#arriving(this.pressed.named("Undo", this.source.undo(this.asked?.decision ?? 0)));
      this.#hinted = null;
    } catch (trouble) {
      this.say(this.#refused(trouble, known, staleUndoWords));
    } finally {
      this.#undoes = false;
      this.notices.drop(FIRST_UNDONE);
      this.#goOn();
    }
  }
  async #arriving<T>(done: Promise<T>): Promise<T> {
    const came = await done;
    this.#endIfLeft();
    return came;
  }
  /** One is no more asked whether to take back what cannot be. */
  #doubtNoMore(): void {
    const why = this.state !== "playing" ? "the game is over" : takesBack(this.log, this.you) === null ? "you have moved since, or it is taken back" : null;
    if (this.doubtsUndo && why) {
      this.doubtsUndo = false;
      this.say(`What was made for you cannot be taken back any more: ${why}.`, "info");
    }
  }

  /** What is shown, and what has come and waits to be. */
  get #heard(): Entry[] {
    return [...this.log, ...this.#queue.filter((message) => message.type === "entry")];
  }
  /** The server knows decisions by numbers, people do not. `known`: the latest entry that had come when it was pressed. */
  #refused(trouble: unknown, known: number, words: typeof staleUndoWords): unknown {
    return trouble instanceof Refusal && trouble.code === "stale" ? words(this.#heard.filter(({ number }) => number > known), this.you, (seat) => this.shortNameOf(seat)) : trouble;
  }

  async askHint(question = this.question): Promise<void> {
    try {
      const hint = await (this.line ? Promise.reject(new Error(NO_ANSWER)) : this.pressed.named("Hint", this.source.hint()));
      this.#hinted = question === this.question ? { question, hint } : this.#hinted;
    } catch (trouble) {
      const text = trouble instanceof Error ? trouble.message : String(trouble);
      if (text === NO_ANSWER && this.line) {
        this.#silentHint = true; // it stands where the silence is told: that is one trouble
      } else {
        this.say(`${WITHOUT_HINT} ${text}`);
      }
    }
  }

  readonly order = (words: string, name = words): Promise<void> => this.#orSaid(this.#arriving(this.pressed.order({ words, on: true }, name, this.source.order(words))));
  readonly endOrder = (words: string, name = words): Promise<void> => this.#orSaid(this.#arriving(this.pressed.order({ words, on: false }, name, this.source.endOrder(words))));
  /** An order for what is asked alone answers it as a move does. */
  async answerBy(words: string, name: string): Promise<void> {
    this.#answered = this.asked?.decision ?? null;
    this.#sent = name;
    await this.order(words, name);
    this.#answered = this.notice?.kind === "trouble" ? null : this.#answered;
  }
  /** Those that were on their way when the page was loaded again. */
  ordersAgain(sent: readonly OrderSent[]): void {
    for (const { words, on } of sent.filter((one) => one.on !== this.orders.includes(one.words) && !this.pressed.orders.some(({ words }) => words === one.words))) {
      void (on ? this.order(words) : this.endOrder(words));
    }
  }

  /** Why a move is good, or which rule forbids it. */
  async why(move: string): Promise<string> {
    try {
      return withoutTyped((await this.source.why(move)).text);
    } catch (trouble) {
      const text = trouble instanceof Error ? trouble.message : String(trouble);
      return text === NO_ANSWER && !this.line ? "" : text; // it is only late: nothing else on the table says more
    }
  }

  /** The same, and whether it is clearly the best answer; null: nobody can say it now. */
  async weigh(move: string): Promise<Why | null> {
    const why = await this.source.why(move).catch(() => null);
    return why && { ...why, text: withoutTyped(why.text) };
  }

  say(trouble: unknown, kind: "trouble" | "info" = "trouble"): void {
    this.notices.show({ text: trouble instanceof Error ? trouble.message : String(trouble), kind });
  }

  /** It is shown no longer: it closes, unless something that one has said is on its way. */
  leave(): void {
    if (!this.source.waits) {
      this.close();
    } else if (!parked.has(this)) {
      parked.park(this);
    }
  }
  /** What it stayed for has come; of what was refused, its player has still to hear. */
  #endIfLeft(arrived = ""): void {
    (parked.has(this) && !this.source.waits && this.notice?.kind !== "trouble" ? parked.take(this, arrived) : null)?.close();
  }

  close(): void {
    this.busy = false;
    this.notices.close();
    this.back.close();
    clearTimeout(this.#overdueTimer);
    this.source.close();
  }

  /** A step of the others may be made as soon as the one before stands: it waits here until that was looked at. */
  #ready(): Promise<void> {
    return this.#stands && this.#queue.length === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  readonly giveSign = (sign: string): Promise<void> => this.bubbles.own(this.you ?? 0, sign, this.#orSaid(this.#arriving(this.source.sign?.(sign) ?? Promise.resolve())));
  /** Says what is typed. */
  readonly chat = (): Promise<void> => this.draft.send(this.log.at(-1)?.number ?? 0, (text) => this.#arriving(this.source.chat(text)), this.line !== null);

  /** While the server does not answer, nobody says that time is over. */
  #watchTime(): void {
    clearTimeout(this.#overdueTimer);
    this.#overdue = false;
    if (this.line && this.asked?.ends != null) {
      this.#overdueTimer = window.setTimeout(() => (this.#overdue = true), Math.max(0, this.askedAt + this.asked.ends - Date.now()));
    }
  }

  #hear(message: SourceMessage): void {
    // These do not wait until what came before has been shown.
    switch (message.type) {
      case "emote":
        this.bubbles.sign(message.seat, message.sign);
        return;
      case "line":
        this.line = message.since === null ? null : (this.line ?? { since: message.since });
        this.unsent = message.unsent;
        this.#silentHint &&= this.line !== null;
        this.#watchTime();
        return;
      case "lapsed":
        this.back.tell(lapsedWords(message.entry, this.#numbered), LAPSE_STAYS);
        return;
      case "returned":
        if (this.state !== "over") {
          const line = returnedLine(message.after, message.ran, message.missed, this.you, (seat) => `Seat ${seat}`, this.#numbered);
          this.back.returns(this.waits ? line.replace(NOTHING, "").trim() : line);
        }
        return;
      default:
    }
    if (message.type === "entry" && message.kind === "chat") {
      this.bubbles.speak(message.seat, message.text ?? "");
    }
    this.back.something(message.type === "entry");
    this.#queue.push(message);
    this.#cameAt.set(message, Date.now());
    if (message.type === "now" && message.asked?.you && !message.asked.you.held) {
      this.comes = true;
      if ((message.asked.ends ?? SHORT) < SHORT) {
        this.director.skip(); // its time runs
      }
    }
    this.#stands = false;
    if (!this.#showing) {
      void this.#show();
    }
  }

  async #show(): Promise<void> {
    this.#showing = true;
    for (let message = this.#queue.shift(); message; message = this.#queue.shift()) {
      await this.#take(message);
      this.#stood();
    }
    this.#showing = false;
    this.director.playing = !this.yours && botsAt(this.seats, this.asked);
  }

  /** Who looks has something to decide next, or nothing more to see. Who only watches has a round whenever a person at the table is asked: as long as
   *  persons think, nothing hurries. */
  #restsAt({ asked, state }: NowMessage): boolean {
    const yours = asked?.you && !asked.you.held && asked.decision !== this.#answered;
    return state === "over" || yours === true || (this.you === null && (asked?.seats.length ?? 0) > 0 && !botsAt(this.seats, asked));
  }

  #stood(): void {
    if (this.#queue.length === 0) {
      this.#stands = true;
      this.#idle.splice(0).forEach((go) => go());
    }
  }

  async #take(message: SourceMessage): Promise<void> {
    switch (message.type) {
      case "table":
        await this.#whole(message);
        break;
      case "entry":
        this.#entry(message);
        break;
      case "now":
        await this.#now(message);
        break;
      case "orders":
        this.orders = message.orders;
        break;
      case "held":
        this.held = message.move;
        break;
      case "presence":
        this.seats = this.seats.map((seat) => (seat.seat === message.seat ? { ...seat, connected: message.connected } : seat));
        break;
      case "seats":
        this.seats = message.seats;
        break;
      case "trouble":
        this.say(message.text);
        break;
      case "lost":
        this.lost = message.text;
        this.say(message.text);
        break;
      case "kept":
        this.unkept = message.trouble;
        break;
    }
  }

  async #whole(message: TableMessage): Promise<void> {
    // What was answered or asked before may not be part of it any more.
    this.#answered = null;
    this.#then = null;
    this.asksUndo = null;
    this.latest = null;
    this.director.forget();
    await meetPeople().catch(() => undefined); // then they are called by their levels
    this.staging = await stagingOf(message.setup.game);
    this.#sayer = await sayerOf(message.setup.game);
    this.director.most = this.staging?.round ?? this.director.most;
    this.director.begin();
    this.you = message.you;
    this.setup = message.setup;
    this.seats = message.seats;
    this.orders = message.orders;
    this.log = withMade(message.log);
    this.#heardMe(message.log);
    if (this.draft.mayFollow(message.number)) {
      void this.chat();
    }
    this.over = message.log.findLast((entry) => entry.kind === "over")?.over ?? null;
    this.foundOver = message.state === "over";
    this.back.opens = true;
    this.next = message.log.findLast((entry) => entry.kind === "rematch")?.table ?? null;
    const lapsed = this.view === null && message.state === "playing" ? lapsedAtLast(this.log, this.you) : [];
    lapsed.forEach((entry) => this.back.add(lapsedWords(entry, this.#numbered), LAPSE_STAYS));
    await this.#stand(message, await this.#lookAt(message), false);
    // A game that has just been dealt may have begun with what everybody must notice, without anybody having been asked.
    const last = message.log.findLast((entry) => entry.kind === "move");
    if (last && message.state === "playing" && !message.log.some(({ kind, how }) => kind === "move" && how === "person")) {
      this.director.note(last);
      this.director.goOn();
      await this.director.perform(true);
      this.director.clear();
    }
  }

  async #now(message: NowMessage): Promise<void> {
    this.orders = message.orders ?? this.orders;
    // What the next message shows anyhow need not be drawn for somebody in a hurry, and a bot's next step is on its way.
    if (this.director.hurries && (botsAt(this.seats, message.asked) || this.#queue.some(({ type }) => type === "now" || type === "table"))) {
      this.director.skipped = true;
      return;
    }
    const before = this.director.waits ? await this.#lookAt(message, this.director.waits) : null;
    if (before) {
      const done = await this.director.perform(false, before);
      await this.#lay(before.view, before, moves());
      await this.director.showFirst(done);
    }
    this.director.goOn();
    const own = before === null && (this.latest === null || this.latest.seat === this.you);
    const look = await this.#lookAt(message);
    const asked = this.#restsAt(message);
    const scene = await this.director.perform(asked, look);
    const begun = performance.now();
    await this.#stand(message, look, moves() && !this.director.hurries);
    this.director.playing = !asked && (this.#queue.length > 0 || scene !== null || botsAt(this.seats, this.asked));
    this.#stood();
    await this.director.show(asked ? null : scene, own, begun);
    this.latest = null;
    if (asked) {
      this.director.begin();
    }
  }

  async #lookAt({ view }: TableMessage | NowMessage, ply?: number): Promise<Look | null> {
    return view ? this.source.look(undefined, gameTable(this.setup?.game ?? "").board ?? false, ply ? { ply } : undefined).catch(() => null) : null;
  }

  async #lay(view: View | null, look: Look | null, moving: boolean): Promise<void> {
    const before = moving ? remember() : null;
    this.view = withCards(view, this.setup?.edition);
    this.look = look;
    this.director.clear();
    if (before) {
      await tick();
      play(before, this.latest);
    }
  }

  async #stand(message: TableMessage | NowMessage, look: Look | null, moving: boolean): Promise<void> {
    const laid = this.#lay(message.state === "over" && look ? look.view : message.view, look, moving);
    this.asked = message.asked;
    this.askedAt = this.#cameAt.get(message) ?? Date.now();
    this.held = message.asked?.you?.held ?? null;
    this.comes = false;
    if (message.asked?.you) {
      this.notices.drop(WITHOUT_HINT); // that was of another question
      this.back.makesRoom();
    }
    this.#watchTime();
    this.state = message.state;
    this.clocks = message.clocks;
    this.host = message.host ?? 0;
    this.fillsAt = message.fills === undefined ? null : Date.now() + message.fills;
    this.undo = message.undo ?? null;
    this.#doubtNoMore();
    await laid;
    this.#goOn();
  }

  /** What the log shows of one's own words is no more to be said. */
  #heardMe(log: readonly Entry[]): void {
    this.draft.settle(log.flatMap(({ kind, seat, number, text }) => (kind === "chat" && seat === this.you ? [{ number, text: text ?? "" }] : [])));
  }

  #goOn(): void {
    const then = this.#then;
    if (then && this.yours && !this.busy) {
      this.#then = null;
      const meant = meantBy(then, this.choices);
      noteSent(null);
      if (meant) {
        void (meant.order ? this.answerBy(meant.order, this.#sent) : this.play(meant.text));
      } else if (!then["order"]) {
        this.say(lateWords(this.#sent, [], this.you, String));
      }
    } else if (this.yours && this.staging?.goesBackFurther?.(this.log, this.you, this.choices)) {
      void this.takeBack(true);
    }
  }

  #entry(message: Entry): void {
    const entry = message.kind === "undo" ? (withMade([...this.log, message]).at(-1) ?? message) : message;
    this.log = [...this.log.slice(-399), entry];
    this.latest = entry;
    this.seats = seatsAfter(this.seats, entry, this.state === "playing");
    this.#heardMe([entry]);
    this.asksUndo = entry.kind === "ask-undo" ? entry.seat : null;
    const ordered = orderedWords(entry, this.you);
    if (ordered) {
      this.back.tell(ordered);
    }
    switch (entry.kind) {
      case "over":
        this.over = entry.over ?? null;
        break;
      case "rematch":
        this.next = entry.table ?? null;
        break;
      case "undo":
        // What is still told of it has not happened.
        this.back.tell(undoWords(entry, entry.seat === this.you ? "you" : `Seat ${entry.seat}`));
        this.director.forget();
        if (this.notice?.kind !== "trouble") {
          this.notices.drop();
        }
        break;
      default:
    }
    this.#doubtNoMore();
    this.director.note(entry);
  }
}
