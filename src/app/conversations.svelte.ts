import type { EngineApi } from '../core/engine/api';
import type { Conversation, Turn } from '../core/ports/conversations';
import { modeBeside } from '../core/search/mode-beside';
import type { AskedFor, SearchMode, SearchRequest } from '../core/search/events';
import { DEFAULT_LEVEL } from '../core/search/parameters/level';
import { shownLive, shownTurn, type ShownTurn } from './answers/shown-turn';
import { ArrivingAnswers, type UnkeptAnswer } from './arriving-answers.svelte';
import { forgetQuestion, rememberQuestion, takeQuestion, type Asked } from './asked-question';
import { Asking } from './asking.svelte';
import { heldWhile } from './held-while';
import type { NamedRequest } from './live-answer';
import { namedRequest } from './named-request';
import type { Notices } from './notices.svelte';
import { answeringLock, dropUnanswered, keepUnanswered, unansweredOf } from './unanswered-question';
import { isAbort } from './words';

/** Characters of the longest question taken. */
export const LONGEST_QUESTION = 4000;

/** Conversations of the open collection, and the answer that is arriving. */
export class Conversations {
  list = $state.raw<readonly Conversation[]>([]);
  selected = $state<string | null>(null);
  /** A question of an earlier visit whose page ended before any of its answer came; null for none. */
  unanswered = $state.raw<Asked | null>(null);
  mode = $state<SearchMode>('auto');
  /** Deepest level of community reports that Global reads; GraphRAG's default is 2. */
  level = $state(DEFAULT_LEVEL);
  suggestions = $state.raw<readonly string[]>([]);
  /** A second mode that answers beside the first one; null for none. */
  beside = $state<SearchMode | null>(null);
  /** Words that are to be looked up in the documents once Ask is shown and nothing else is answered. */
  wanted = $state<string | null>(null);
  /** The turn for which further questions are being looked for. */
  proposing = $state<string | null>(null);
  readonly current = $derived(this.list.find((item) => item.id === this.selected) ?? null);
  /** Answers of this visit that could not be kept, of the conversation that is shown. */
  readonly unkept = $derived.by((): readonly UnkeptAnswer[] =>
    this.#arriving.unkept.filter(
      ({ place }) => place.collection === this.#collection && place.conversation === this.selected,
    ),
  );
  readonly turns = $derived.by((): readonly ShownTurn[] => {
    const kept = [...(this.current?.turns ?? []), ...this.unkept.map(({ turn }) => turn)];
    const lives = new Map(this.#arriving.lives.map((live) => [live.id, live]));
    const shown = kept.map((turn) => {
      const live = lives.get(turn.id);
      lives.delete(turn.id);
      return live && turn.unfinished ? shownLive(live) : shownTurn(turn);
    });
    return [...shown, ...[...lives.values()].map(shownLive)];
  });
  /** Who answers, and with which parameters. */
  readonly asking: Asking;
  readonly #engine: () => Promise<EngineApi>;
  readonly #notices: Notices;
  readonly #arriving: ArrivingAnswers;
  readonly #onKept: (conversation: string) => void;
  readonly #onAnswered: (turn: Turn) => void;
  #question = $state('');
  /** The question that stands in its box again since nothing came of it: kept in mind for as long as it stands there. */
  #left: Asked | null = null;
  /** Ends when what waits for an answer is kept, or no more. */
  #marking: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  /** Ends the search for further questions. */
  #proposal = new AbortController();
  /** The collection whose conversations these are; empty before one is open. */
  #collection = $state('');

  /** `onAnswered` is told of each answer that was kept. */
  constructor(
    engine: () => Promise<EngineApi>,
    notices: Notices,
    onKept: (conversation: string) => void,
    onAnswered: (turn: Turn) => void = () => undefined,
  ) {
    this.#engine = engine;
    this.#notices = notices;
    this.asking = new Asking(engine, notices);
    this.#arriving = new ArrivingAnswers(engine, notices, (conversation, before) => this.#adopt(conversation, before));
    this.#onKept = onKept;
    this.#onAnswered = onAnswered;
  }

  get answering(): boolean {
    return this.#arriving.any;
  }

  /** What stands in the box. A question that was put back there is out of mind once the person changes it. */
  get question(): string {
    return this.#question;
  }

  set question(words: string) {
    this.#question = words;
    if (this.#left && !this.answering && words.trim() !== this.#left.question) this.#forget(this.#left);
  }

  /** Starts over with the conversations of a collection that is open now; what could not be kept of it before is kept now. */
  async load(collection: string): Promise<void> {
    this.stop();
    if (collection !== this.#collection) this.wanted = null;
    this.#collection = collection;
    this.suggestions = [];
    this.unanswered = null;
    this.#left = null;
    await this.asking.load();
    await this.refresh();
    await this.keepAgain();
    this.#takeUpQuestion();
    await this.#takeUpUnanswered();
  }

  /** A question that a reload cut off before any word came stands in its box again; what was kept of its answer is shown. */
  #takeUpQuestion(): void {
    const asked = takeQuestion(this.#collection);
    if (!asked) return;
    const kept = this.#keptOf(asked);
    if (!kept) {
      this.#question ||= asked.question;
      if (this.#question === asked.question) this.#left = asked;
    } else if (kept.id !== this.selected) {
      this.selected = kept.id;
      this.#onKept(kept.id);
    }
  }

  /** A question that a killed browser left without any word of an answer is told, with a way to ask it again. */
  async #takeUpUnanswered(): Promise<void> {
    const collection = this.#collection;
    const engine = await this.#engine();
    const asked = await unansweredOf(engine, collection);
    if (!asked || collection !== this.#collection || asked.turns[0] === this.#left?.turns[0]) return;
    if (this.#keptOf(asked)) await dropUnanswered(engine, asked);
    else this.unanswered = asked;
  }

  #keptOf({ turns: asked }: Asked): Conversation | undefined {
    return this.list.find(({ turns }) => turns.some(({ id }) => asked.includes(id)));
  }

  /** Asks the question again that an earlier visit left without an answer. */
  async askUnanswered(): Promise<Turn | null> {
    const asked = this.unanswered;
    if (!asked || this.answering) return null;
    this.unanswered = null;
    return this.ask(asked.documentIds ?? [], asked.question);
  }

  /** Lets that question go. */
  leaveUnanswered(): void {
    if (this.unanswered) this.#forget(this.unanswered);
    this.unanswered = null;
  }

  /** Out of mind, for this tab and for later visits. */
  #forget(asked: Asked): void {
    if (asked === this.#left) this.#left = null;
    forgetQuestion();
    this.#mark((engine) => dropUnanswered(engine, asked));
  }

  /** One after another, so that nothing is kept after it was dropped. That it cannot be kept costs no answer, so nothing is said of it. */
  #mark(act: (engine: EngineApi) => Promise<void>): void {
    this.#marking = this.#marking.then(async () => act(await this.#engine())).catch(() => undefined);
  }

  /** Before another collection is opened: stops what arrives and waits until it is kept in its own. */
  async leave(): Promise<void> {
    this.#proposal.abort();
    await this.#arriving.settle();
  }

  /** Tries once more to keep answers that could not be kept. */
  async keepAgain(): Promise<void> {
    await this.#arriving.keepAgain(this.#collection);
  }

  /** Takes over what the engine changed in kept answers, such as after a deletion. */
  async refresh(): Promise<void> {
    const engine = await this.#engine();
    this.list = [...(await engine.conversations())].sort((a, b) => b.updated - a.updated);
  }

  async suggest(): Promise<void> {
    const engine = await this.#engine();
    this.suggestions = await engine.suggestions(4);
  }

  select(id: string | null): void {
    if (id === this.selected) return;
    this.stop();
    this.selected = id;
  }

  /** A turn of the conversation that is shown, or of any other. */
  turn(id: string): ShownTurn | undefined {
    const shown = this.turns.find((turn) => turn.id === id);
    const kept = shown ? undefined : this.list.flatMap(({ turns }) => turns).find((turn) => turn.id === id);
    return kept ? shownTurn(kept) : shown;
  }

  /** Stops every answer that is arriving, or one; what came is kept. */
  stop(only?: string): void {
    this.#isStopped = true;
    this.#arriving.stop(only);
    if (only === undefined) this.#proposal.abort();
  }

  /** Chooses who answers first; where that mode stood beside, the two change places, so that no mode is compared with itself. */
  choose(mode: SearchMode): void {
    if (mode === this.beside) this.beside = this.mode === 'auto' ? modeBeside(mode) : this.mode;
    this.mode = mode;
  }

  /**
   * Asks what is in the box, or the question given, which leaves the box alone; shows the answer as it comes, and keeps it. The question
   * stays in its box when nothing came. Resolves with the first turn, null where nothing came of it.
   */
  async ask(documentIds: readonly string[], given?: string): Promise<Turn | null> {
    const question = given ?? this.question.trim();
    if (!question || this.answering || question.length > LONGEST_QUESTION) return null;
    const requests = this.#requests(question, documentIds);
    if (given === undefined) this.#question = '';
    const asked: Asked = { collection: this.#collection, question, documentIds, turns: requests.map(({ id }) => id) };
    this.#left = null;
    this.#isStopped = false;
    rememberQuestion(asked);
    this.#mark((engine) => keepUnanswered(engine, asked));
    const turns = await heldWhile(answeringLock(asked), () => this.#answer(requests, requests[0]?.id ?? ''));
    if (turns.every((turn) => turn === null)) this.#putBack(asked);
    else this.#forget(asked);
    return turns[0] ?? null;
  }

  /** Where nothing came, perhaps since the page is ending just now, a question stays in mind as it stays in its box; a person who stopped it knows. */
  #putBack(asked: Asked): void {
    this.#question ||= asked.question;
    if (this.#question === asked.question) this.#left = asked;
    if (this.#isStopped) this.#mark((engine) => dropUnanswered(engine, asked));
  }

  /** Has the passages shown that words stand in, whatever was asked before; no model is asked. */
  async lookUp(words: string, documentIds: readonly string[]): Promise<Turn | null> {
    if (this.answering) return null;
    const request = namedRequest(words, [], documentIds, { ...this.#asNow, mode: 'basic', method: 'extractive' });
    return (await this.#answer([request], request.id))[0] ?? null;
  }

  /** Asks the question of a turn once more as it was asked then, after what was asked before it, with some choices changed. */
  async again(
    turn: ShownTurn,
    changed: Pick<Partial<SearchRequest>, 'documentIds' | 'drift' | 'anew'> = {},
  ): Promise<Turn | null> {
    if (this.answering) return null;
    const { documentIds = turn.scope, drift, ...anew } = changed;
    const asked = turn.request ?? this.#asNow;
    const given = { ...asked, ...(drift && { mode: 'drift' as const, drift }), ...anew };
    const request = namedRequest(turn.question, this.#before(turn), documentIds, given);
    return (await this.#answer([request], request.id))[0] ?? null;
  }

  /** Asks the question of a turn again in another mode, to be shown beside its answer. */
  async compare(turn: ShownTurn, mode: SearchMode): Promise<void> {
    if (this.answering) return;
    const asked = { ...this.#asNow, mode };
    await this.#answer([namedRequest(turn.question, this.#before(turn), turn.scope, asked)], turn.id);
  }

  #before({ id }: ShownTurn): readonly ShownTurn[] {
    const at = this.turns.findIndex((turn) => turn.id === id);
    return this.turns.slice(0, Math.max(0, at));
  }

  /** What asking now would ask for: two requests where modes are compared. */
  drafts(documentIds: readonly string[]): readonly SearchRequest[] {
    return this.#requests(this.question.trim(), documentIds);
  }

  /** How a question is asked as a person has set things now. */
  get #asNow(): AskedFor {
    return { mode: this.mode, level: this.level, ...this.asking.request };
  }

  #requests(question: string, documentIds: readonly string[]): readonly NamedRequest[] {
    const { beside, turns } = this;
    const asked = this.#asNow;
    if (beside === null || beside === this.mode) return [namedRequest(question, turns, documentIds, asked)];
    const first = namedRequest(question, turns, documentIds, { ...asked, besides: beside });
    return [first, { ...first, id: crypto.randomUUID(), mode: beside, after: first.id }];
  }

  /** Shows and keeps the answers to requests; those that are not `beside` themselves stand beside it. */
  async #answer(requests: readonly NamedRequest[], beside: string): Promise<readonly (Turn | null)[]> {
    const place = { collection: this.#collection, conversation: this.selected };
    this.#proposal.abort();
    const turns = await this.#arriving.answer(requests, beside, place);
    const [turn] = turns;
    const { collection, conversation } = place;
    if (collection !== this.#collection) return turns;
    if (conversation !== null && turn && !turn.comparedWith && !turn.answer.stopped) {
      void this.#propose(conversation, turn.id);
    }
    for (const one of turns) if (one) this.#onAnswered(one);
    return turns;
  }

  /** Takes over a conversation that was kept, in place of one that is gone; one that is new is shown where its first question was asked. */
  #adopt(conversation: Conversation, before: string | null): void {
    if (conversation.collection !== this.#collection) return;
    this.list = [conversation, ...this.list.filter(({ id }) => id !== conversation.id && id !== before)];
    if (this.selected !== before || before === conversation.id) return;
    this.selected = conversation.id;
    this.#onKept(conversation.id);
  }

  /** Has questions looked for that lead on from a kept answer, until something else is asked. */
  async #propose(conversation: string, turn: string): Promise<void> {
    const controller = new AbortController();
    this.#proposal = controller;
    this.proposing = turn;
    try {
      const engine = await this.#engine();
      const changed = await engine.followUps(conversation, turn, { signal: controller.signal });
      if (changed) this.list = this.list.map((item) => (item.id === changed.id ? changed : item));
    } catch (error) {
      if (!isAbort(error) && !controller.signal.aborted) this.#notices.fail('Looking for further questions', error);
    } finally {
      if (this.#proposal === controller) this.proposing = null;
    }
  }

  /** Has a question on the way of a running DRIFT search asked next, or left out. */
  async steer(id: string, question: string, how: 'stop' | 'pursue'): Promise<void> {
    await (await this.#engine()).steer(id, question, how);
  }

  async rename(id: string, title: string): Promise<void> {
    const engine = await this.#engine();
    await engine.renameConversation(id, title);
    this.list = this.list.map((item) => (item.id === id ? { ...item, title } : item));
  }

  async remove(id: string): Promise<void> {
    if (id === this.selected) await this.leave();
    const engine = await this.#engine();
    await engine.removeConversation(id);
    this.#arriving.forget(id);
    this.list = this.list.filter((item) => item.id !== id);
  }
}
