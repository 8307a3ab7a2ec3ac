import type { EngineApi } from '../core/engine/api';
import type { Conversation, Turn } from '../core/ports';
import type { Answer, BatchPoints, SearchEvent, SearchMode, SearchRequest } from '../core/search/events';
import { earlierTurn } from './answers/earlier-turn';
import { batcher } from './batch';
import { started, withEvents, type LiveAnswer } from './live-answer';
import type { Notices } from './notices.svelte';
import { isAbort } from './words';

/** A question with its answer, finished or still arriving. */
export interface ShownTurn {
  readonly id: string;
  readonly question: string;
  /** Ids of the chosen documents; empty when all were asked. */
  readonly scope: readonly string[];
  readonly answer: Answer;
  readonly streaming: boolean;
  /** What goes on while no words come. */
  readonly working: string;
  /** What batches of reports said so far. */
  readonly points: readonly BatchPoints[];
}

const AT_REST = { working: '', points: [] } as const;

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
  live = $state.raw<LiveAnswer | null>(null);
  /** Answers of this visit that could not be kept. */
  unkept = $state.raw<readonly Turn[]>([]);
  readonly current = $derived(this.list.find((item) => item.id === this.selected) ?? null);
  readonly turns = $derived.by((): readonly ShownTurn[] => {
    const kept = [...(this.current?.turns ?? []), ...this.unkept];
    const shown = kept.map(({ id, question, answer, scope = [] }) => ({
      id,
      question,
      answer,
      scope,
      streaming: false,
      ...AT_REST,
    }));
    if (!this.live || kept.some((turn) => turn.id === this.live?.id)) return shown;
    const { id, question, answer, scope, working, points } = this.live;
    return [...shown, { id, question, answer, scope, working, points, streaming: true }];
  });
  readonly #engine: () => Promise<EngineApi>;
  readonly #notices: Notices;
  readonly #onKept: (conversation: string) => void;
  #controller: AbortController | null = null;
  /** Counts the collections opened, so that an answer is never kept in another one. */
  #collection = 0;

  constructor(engine: () => Promise<EngineApi>, notices: Notices, onKept: (conversation: string) => void) {
    this.#engine = engine;
    this.#notices = notices;
    this.#onKept = onKept;
  }

  get answering(): boolean {
    return this.live !== null;
  }

  /** Starts over with the conversations of the collection that is open now. */
  async load(): Promise<void> {
    this.stop();
    this.#collection += 1;
    this.unkept = [];
    this.suggestions = [];
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

  stop(): void {
    this.#controller?.abort();
  }

  /**
   * Asks what is in the box, or the question given, which leaves the box alone; shows the answer as it comes, and
   * keeps it. The question stays in its box when that fails.
   */
  async ask(documentIds: readonly string[], again?: string, drift?: SearchRequest['drift']): Promise<void> {
    const question = again ?? this.question.trim();
    if (!question || this.live || question.length > LONGEST_QUESTION) return;
    const conversation = this.selected;
    const collection = this.#collection;
    const earlier = this.turns.map((turn) => turn.question).reverse();
    const id = crypto.randomUUID();
    const request: SearchRequest = {
      id,
      question,
      mode: drift ? 'drift' : this.mode,
      earlier,
      history: this.turns.slice(-HISTORY).reverse().map(earlierTurn),
      level: this.level,
      ...(documentIds.length > 0 && { documentIds }),
      ...(drift && { drift }),
    };
    this.live = started(id, question, documentIds);
    if (again === undefined) this.question = '';
    const answered = await this.#stream(request);
    if (collection === this.#collection) {
      if (answered) await this.#keep(conversation, answered);
      else this.question ||= question;
    }
    this.live = null;
  }

  /** Has a question on the way of the running DRIFT search asked next, or left out. */
  async steer(question: string, how: 'stop' | 'pursue'): Promise<void> {
    const { live } = this;
    if (live) await (await this.#engine()).steer(live.id, question, how);
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

  async #stream(request: SearchRequest): Promise<Turn | null> {
    const controller = new AbortController();
    this.#controller = controller;
    const batch = batcher<SearchEvent>((events) => {
      if (this.live) this.live = withEvents(this.live, events);
    });
    try {
      const engine = await this.#engine();
      for await (const event of engine.search(request, { signal: controller.signal })) batch.add(event);
    } catch (error) {
      if (!isAbort(error)) this.#notices.fail('Answering', error);
      if (!controller.signal.aborted) return null;
    } finally {
      batch.flush();
      this.#controller = null;
    }
    return this.#finished(controller.signal.aborted);
  }

  #finished(stopped: boolean): Turn | null {
    const { live } = this;
    if (!live || (!live.complete && live.answer.sentences.length === 0 && live.answer.text === undefined)) return null;
    const answer = live.complete ? live.answer : { ...live.answer, stopped };
    const { id, question, scope } = live;
    return { id, question, asked: Date.now(), ...(scope.length > 0 && { scope }), answer };
  }

  async #keep(conversation: string | null, turn: Turn): Promise<void> {
    try {
      const engine = await this.#engine();
      const kept = await engine.keepTurn(conversation, turn);
      this.list = [kept, ...this.list.filter((item) => item.id !== kept.id)];
      if (this.selected !== conversation) return;
      this.selected = kept.id;
      this.#onKept(kept.id);
    } catch (error) {
      this.unkept = [...this.unkept, turn];
      this.#notices.fail('Keeping the answer', error);
    }
  }
}
