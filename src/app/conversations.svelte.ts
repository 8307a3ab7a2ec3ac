import type { EngineApi } from '../core/engine/api';
import type { Conversation, Turn } from '../core/ports';
import { modeBeside } from '../core/search/mode-beside';
import type { SearchEvent, SearchMode, SearchRequest } from '../core/search/events';
import { earlierTurn } from './answers/earlier-turn';
import { shownLive, shownTurn, turnOf, type ShownTurn } from './answers/shown-turn';
import { Asking } from './asking.svelte';
import { batcher } from './batch';
import { started, withEvents, type LiveAnswer, type NamedRequest } from './live-answer';
import type { Notices } from './notices.svelte';
import { isAbort } from './words';

/** Turns of a conversation that go with a question: a model is shown fewer. */
const HISTORY = 10;

/** Characters of the longest question taken. */
export const LONGEST_QUESTION = 4000;

/** Conversations of the open collection, and the answer that is arriving. */
export class Conversations {
  list = $state.raw<readonly Conversation[]>([]);
  selected = $state<string | null>(null);
  question = $state('');
  mode = $state<SearchMode>('auto');
  /** Deepest level of community reports that Global reads; GraphRAG's default is 2. */
  level = $state(2);
  suggestions = $state.raw<readonly string[]>([]);
  /** A second mode that answers beside the first one; null for none. */
  beside = $state<SearchMode | null>(null);
  /** Answers that arrive: two while modes are compared. */
  lives = $state.raw<readonly LiveAnswer[]>([]);
  /** The turn for which further questions are being looked for. */
  proposing = $state<string | null>(null);
  /** Answers of this visit that could not be kept. */
  unkept = $state.raw<readonly Turn[]>([]);
  readonly current = $derived(this.list.find((item) => item.id === this.selected) ?? null);
  readonly turns = $derived.by((): readonly ShownTurn[] => {
    const kept = [...(this.current?.turns ?? []), ...this.unkept];
    const live = this.lives.filter(({ id }) => !kept.some((turn) => turn.id === id));
    return [...kept.map(shownTurn), ...live.map(shownLive)];
  });
  /** Who answers, and with which parameters. */
  readonly asking: Asking;
  readonly #engine: () => Promise<EngineApi>;
  readonly #notices: Notices;
  readonly #onKept: (conversation: string) => void;
  readonly #onAnswered: (turn: Turn) => void;
  /** Of the answers that arrive, by their ids. */
  readonly #controllers = new Map<string, AbortController>();
  /** Ends the search for further questions. */
  #proposal = new AbortController();
  /** Counts the collections opened, so that an answer is never kept in another one. */
  #collection = 0;

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
    this.#onKept = onKept;
    this.#onAnswered = onAnswered;
  }

  get answering(): boolean {
    return this.lives.length > 0;
  }

  /** Starts over with the conversations of the collection that is open now. */
  async load(): Promise<void> {
    this.stop();
    this.#collection += 1;
    this.unkept = [];
    this.suggestions = [];
    await this.asking.load();
    await this.refresh();
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
    this.unkept = [];
  }

  turn(id: string): ShownTurn | undefined {
    return this.turns.find((turn) => turn.id === id);
  }

  /** Stops every answer that is arriving, or one; what came is kept. */
  stop(only?: string): void {
    for (const [id, controller] of this.#controllers) if (only === undefined || id === only) controller.abort();
    if (only === undefined) this.#proposal.abort();
  }

  /** Chooses who answers first; where that mode stood beside, the two change places, so that no mode is compared with itself. */
  choose(mode: SearchMode): void {
    if (mode === this.beside) this.beside = this.mode === 'auto' ? modeBeside(mode) : this.mode;
    this.mode = mode;
  }

  /**
   * Asks what is in the box, or the question given, which leaves the box alone; shows the answer as it comes, and
   * keeps it. The question stays in its box when that fails.
   */
  async ask(documentIds: readonly string[], again?: string, drift?: SearchRequest['drift']): Promise<void> {
    const question = again ?? this.question.trim();
    if (!question || this.answering || question.length > LONGEST_QUESTION) return;
    const requests = drift
      ? [this.#request(question, this.turns, documentIds, { mode: 'drift', drift })]
      : this.#requests(question, documentIds);
    if (again === undefined) this.question = '';
    const answered = await this.#answer(requests, requests[0]?.id ?? '');
    if (!answered) this.question ||= question;
  }

  /** Asks the question of a turn again in another mode, to be shown beside its answer. */
  async compare(turn: ShownTurn, mode: SearchMode): Promise<void> {
    if (this.answering) return;
    const before = this.turns.slice(0, this.turns.indexOf(turn));
    await this.#answer([this.#request(turn.question, before, turn.scope, { mode })], turn.id);
  }

  /** What asking now would ask for: two requests where modes are compared. */
  drafts(documentIds: readonly string[]): readonly SearchRequest[] {
    return this.#requests(this.question.trim(), documentIds);
  }

  #requests(question: string, documentIds: readonly string[]): readonly NamedRequest[] {
    const { beside, turns } = this;
    if (beside === null || beside === this.mode) return [this.#request(question, turns, documentIds, {})];
    const first = this.#request(question, turns, documentIds, { besides: beside });
    return [first, { ...first, id: crypto.randomUUID(), mode: beside, after: first.id }];
  }

  /** A request after the turns given, as a person has set things now. */
  #request(
    question: string,
    turns: readonly ShownTurn[],
    documentIds: readonly string[],
    given: Pick<Partial<SearchRequest>, 'mode' | 'drift' | 'besides'>,
  ): NamedRequest {
    const before = turns.filter(({ comparedWith }) => comparedWith === undefined).reverse();
    return {
      id: crypto.randomUUID(),
      question,
      mode: this.mode,
      earlier: before.map((turn) => turn.question),
      history: before.slice(0, HISTORY).map(earlierTurn),
      level: this.level,
      ...this.asking.request,
      ...(documentIds.length > 0 && { documentIds }),
      ...given,
    };
  }

  /** Shows and keeps the answers to requests; those that are not `beside` themselves stand beside it. False when nothing came of them. */
  async #answer(requests: readonly NamedRequest[], beside: string): Promise<boolean> {
    const conversation = this.selected;
    const collection = this.#collection;
    this.#proposal.abort();
    this.lives = requests.map((request) => started(request, request.id === beside ? undefined : beside));
    const answered = await Promise.all(requests.map((request) => this.#stream(request)));
    let kept: Conversation | null = null;
    if (collection === this.#collection) {
      for (const turn of answered) {
        if (turn) kept = (await this.#keep(kept ? kept.id : conversation, turn)) ?? kept;
      }
    }
    this.lives = [];
    const [turn] = answered;
    if (kept && turn && !turn.comparedWith && !turn.answer.stopped) void this.#propose(kept.id, turn.id);
    if (kept) for (const one of answered) if (one) this.#onAnswered(one);
    return collection !== this.#collection || answered.some((one) => one !== null);
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
    const engine = await this.#engine();
    await engine.removeConversation(id);
    this.list = this.list.filter((item) => item.id !== id);
  }

  async #stream(request: NamedRequest): Promise<Turn | null> {
    const { id } = request;
    const controller = new AbortController();
    const { signal } = controller;
    this.#controllers.set(id, controller);
    const batch = batcher<SearchEvent>((events) => {
      this.lives = this.lives.map((live) => (live.id === id ? withEvents(live, events) : live));
    });
    try {
      const engine = await this.#engine();
      for await (const event of engine.search(request, { signal })) batch.add(event);
    } catch (error) {
      if (!isAbort(error)) this.#notices.fail('Answering', error);
      if (!signal.aborted) return null;
    } finally {
      this.#controllers.delete(id);
      batch.flush();
    }
    const live = this.lives.find((one) => one.id === id);
    const turn = live ? turnOf(live, signal.aborted) : null;
    if (turn)
      this.lives = this.lives.map((one) => (one.id === id ? { ...one, answer: turn.answer, ended: true } : one));
    return turn;
  }

  async #keep(conversation: string | null, turn: Turn): Promise<Conversation | null> {
    try {
      const engine = await this.#engine();
      const kept = await engine.keepTurn(conversation, turn);
      this.list = [kept, ...this.list.filter((item) => item.id !== kept.id)];
      if (this.selected === conversation && conversation !== kept.id) {
        this.selected = kept.id;
        this.#onKept(kept.id);
      }
      return kept;
    } catch (error) {
      this.unkept = [...this.unkept, turn];
      this.#notices.fail('Keeping the answer', error);
      return null;
    }
  }
}
