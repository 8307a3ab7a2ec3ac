import { BESIDES } from '../../core/search/request/mode-names';
import type { AskedFor, SearchMode, SearchRequest } from '../../core/search/request/search-request';
import { createContext } from 'svelte';
import type {
  ConversationChange,
  ConversationItem,
  Turn,
  WaitingQuestion,
} from '../../core/conversations/conversations';
import { shownLive, shownTurn, type ShownTurn, type TurnRequest } from './turns';
import { StreamingAnswers, type UnsavedAnswer } from './streaming-answers.svelte';
import { ConversationTurns } from './conversation-turns.svelte';
import { SearchSettings } from './search-settings.svelte';
import { FollowUpQuestions } from './follow-up-questions.svelte';
import type { CollectionOverview } from '../../core/overview/overview';
import { NO_FILTERS, searchFilters, type Filters, turnRequest, turnRequests } from './requests';
import type { ConnectEngine } from '../engine';
import type { Notices } from '../notices.svelte';
import { language } from '../words/language.svelte';
import { UnansweredQuestions } from './unanswered-questions.svelte';

/** Characters of the longest question taken. */
export const LONGEST_QUESTION = 4000;

/** The mode that Auto is compared with when a mode is chosen that stood beside it. */
const otherMode = (mode: SearchMode): SearchMode => BESIDES.find((one) => one !== mode) ?? mode;

export interface ConversationNeeds {
  readonly engine: ConnectEngine;
  readonly notices: Notices;
  /** Ids of the conversations whose deletion can still be undone. */
  readonly hidden: () => ReadonlySet<string>;
  /** Ids of the documents whose deletion can still be undone. */
  readonly deleted: () => ReadonlySet<string>;
  /** Called when the conversation that is shown gets another id: with its first answer, or in place of one that is gone. */
  readonly onNamed: (conversation: string) => void;
  /** Called with each answer that was saved. */
  readonly onAnswered: (turn: Turn) => void;
}

/** Conversations of the open collection, and the answer that is arriving. */
export class Conversations {
  /** The latest first. */
  list = $state.raw<readonly ConversationItem[]>([]);
  /** The same without those whose deletion can still be undone. */
  readonly shown = $derived.by(() => this.list.filter(({ id }) => !this.#needs.hidden().has(id)));
  selected = $state<string | null>(null);
  mode = $state<SearchMode>('auto');
  /** Overview of the open collection; null until it is known. */
  overview = $state.raw<CollectionOverview | null>(null);
  /** Number of overviews being made. */
  surveying = $state(0);
  /** Filters of the evidence. */
  filters = $state.raw<Filters>(NO_FILTERS);
  /** A second mode that answers beside the first one; null for none. */
  beside = $state<SearchMode | null>(null);
  readonly current = $derived(this.list.find((item) => item.id === this.selected) ?? null);
  /** Answers of this visit that could not be kept, of the conversation that is shown. */
  readonly unsaved = $derived.by((): readonly UnsavedAnswer[] =>
    this.#streaming.unsaved.filter(
      ({ place }) => place.collection === this.#collection && place.conversation === this.selected,
    ),
  );
  readonly turns = $derived.by((): readonly ShownTurn[] => {
    const isHere = this.#kept.conversation === this.selected;
    const unsaved = new Map(this.unsaved.map(({ turn }) => [turn.id, turn]));
    const kept = [...(isHere ? this.#kept.turns : []).filter(({ id }) => !unsaved.has(id)), ...unsaved.values()];
    const streaming = new Map(this.#streaming.answers.map((live) => [live.id, live]));
    const shown = kept.map((turn) => {
      const live = streaming.get(turn.id);
      streaming.delete(turn.id);
      return live && turn.unfinished ? shownLive(live) : shownTurn(turn);
    });
    return [...shown, ...[...streaming.values()].map(shownLive)];
  });
  /** The conversation whose turns are shown; null where there is none, and while they are read. */
  readonly opened = $derived.by(() => (this.#kept.conversation === this.selected ? this.selected : null));
  /** True while the turns of the shown conversation are being read. */
  readonly reading = $derived.by(() => this.opened === null && this.#kept.reading !== null);
  /** Writer of answers, and its parameters. */
  readonly searchSettings: SearchSettings;
  readonly unanswered: UnansweredQuestions;
  /** Questions of earlier visits without an answer: those of the shown conversation, and before one is chosen all. */
  readonly unansweredHere = $derived.by((): readonly WaitingQuestion[] =>
    this.unanswered.list.filter((one) => this.selected === null || this.homeOf(one)?.id === this.selected),
  );
  readonly #needs: ConversationNeeds;
  readonly #streaming: StreamingAnswers;
  readonly #kept: ConversationTurns;
  readonly #followUps: FollowUpQuestions;
  /** True if the person ended the last answer, or turned to something else. */
  #isStopped = false;
  /** The collection whose conversations these are; empty before one is open. */
  #collection = $state('');

  constructor(needs: ConversationNeeds) {
    const { engine, notices } = needs;
    this.#needs = needs;
    this.searchSettings = new SearchSettings(engine, notices);
    this.unanswered = new UnansweredQuestions(engine);
    this.#followUps = new FollowUpQuestions(engine, notices);
    this.#kept = new ConversationTurns(engine);
    this.#streaming = new StreamingAnswers(engine, notices, (change, before) => this.#adopt(change, before));
  }

  /** The turn for which further questions are being looked for. */
  get proposing(): string | null {
    return this.#followUps.turn;
  }

  get answering(): boolean {
    return this.#streaming.any;
  }

  /** Words in the box. */
  get question(): string {
    return this.unanswered.box.words;
  }

  set question(words: string) {
    this.unanswered.box.words = words;
  }

  /** Shows another collection from now on, and clears the state of the one before at once. */
  enter(collection: string): void {
    this.stop();
    if (collection !== this.#collection) this.unanswered.box.disown();
    this.#collection = collection;
    this.overview = null;
    this.filters = NO_FILTERS;
    this.unanswered.list = [];
  }

  /** Starts over with the conversations of a collection that is open now; what could not be kept of it before is kept now. */
  async load(collection: string): Promise<void> {
    this.enter(collection);
    await this.searchSettings.load();
    const left = await this.unanswered.find(collection);
    await this.refresh();
    await this.saveAgain();
    if (collection !== this.#collection) return;
    const home = await this.unanswered.takeUp(left);
    if (home !== undefined && home !== this.selected) await this.#turnTo(home);
  }

  /** The conversation in which a question was asked; undefined where it was to begin one, or where that is gone. */
  homeOf({ conversation }: WaitingQuestion): ConversationItem | undefined {
    return this.list.find(({ id }) => id === conversation);
  }

  /**
   * Asks a question again that an earlier visit left without an answer: in its conversation, or a new one where that is gone, as it was
   * asked then, of those of its documents that are still there.
   */
  async askUnanswered(asked: WaitingQuestion, documents: ReadonlySet<string>): Promise<Turn | null> {
    if (this.answering) return null;
    const home = this.homeOf(asked)?.id ?? null;
    if (home !== this.selected) void this.#turnTo(home);
    const documentIds = asked.documentIds.filter((id) => documents.has(id));
    return this.#wait(asked.question, documentIds, asked.request, asked);
  }

  #turnTo(conversation: string | null): Promise<unknown> {
    const shown = this.#show(conversation);
    if (conversation !== null) this.#needs.onNamed(conversation);
    return shown;
  }

  /** Shows a conversation, once its turns are read. */
  #show(conversation: string | null): Promise<unknown> {
    this.selected = conversation;
    const { notices } = this.#needs;
    return notices.attempt(language.words.library.doing.conversations, () => this.#kept.show(conversation));
  }

  /** Before another collection is opened: stops what arrives and waits until it is kept in its own. */
  async leave(): Promise<void> {
    this.#followUps.stop();
    await this.#streaming.settle();
  }

  /** Tries once more to keep answers that could not be kept. */
  async saveAgain(): Promise<void> {
    await this.#streaming.saveAgain(this.#collection);
  }

  /** Takes over what the engine changed in kept answers, such as after a deletion. */
  async refresh(): Promise<void> {
    const engine = await this.#needs.engine();
    this.list = [...(await engine.conversations())].sort((a, b) => b.updated - a.updated);
    const { current } = this;
    if (current) await this.#kept.refresh(current.id, current);
  }

  async survey(): Promise<void> {
    this.surveying++;
    const collection = this.#collection;
    try {
      const engine = await this.#needs.engine();
      const overview = await engine.overview();
      if (collection === this.#collection) this.overview = overview;
    } finally {
      this.surveying--;
    }
  }

  select(id: string | null): void {
    if (id === this.selected) return;
    this.stop();
    void this.#show(id);
  }

  /** A turn of the conversation that is shown, or of any other. */
  async turn(id: string): Promise<ShownTurn | undefined> {
    const shown = this.turns.find((turn) => turn.id === id);
    const kept = shown ? null : await (await this.#needs.engine()).turn(id);
    return kept ? shownTurn(kept) : shown;
  }

  /** The turns of a conversation, oldest first, such as to export them. */
  async turnsOf(conversation: string): Promise<readonly Turn[]> {
    const turns = new ConversationTurns(this.#needs.engine);
    await turns.show(conversation);
    return turns.turns;
  }

  /** Stops every answer that is arriving, or one; what came is kept. */
  stop(only?: string): void {
    this.#isStopped = true;
    this.#streaming.stop(only);
    if (only === undefined) this.#followUps.stop();
  }

  /**
   * Chooses the first mode; if it was the second one, the two change places, so that no mode is compared with itself.
   */
  choose(mode: SearchMode): void {
    if (mode === this.beside) this.beside = this.mode === 'auto' ? otherMode(mode) : this.mode;
    this.mode = mode;
  }

  /**
   * Asks what is in the box, or the question given, which leaves the box alone; shows the answer as it comes, and keeps it. The question
   * stays in its box when nothing came. Resolves with the first turn, null where nothing came of it.
   */
  async ask(documentIds: readonly string[], given?: string): Promise<Turn | null> {
    const question = given ?? this.question.trim();
    if (!question || this.answering || question.length > LONGEST_QUESTION) return null;
    const before = given === undefined ? this.unanswered.box.returned : null;
    if (given === undefined) this.unanswered.box.empty();
    return this.#wait(question, documentIds, this.#asChosen, before);
  }

  /** Asks a question and keeps it in mind until something of its answer is kept; `before` is the one that is asked again with it. */
  async #wait(
    question: string,
    documentIds: readonly string[],
    request: WaitingQuestion['request'],
    before: WaitingQuestion | null,
  ): Promise<Turn | null> {
    if (this.#kept.reading) await this.#kept.reading.catch(() => undefined); // a failure is told where it is shown
    const requests = turnRequests(question, this.turns, documentIds, request);
    const [{ id }] = requests;
    const turns = requests.map((one) => one.id);
    const place = { collection: this.#collection, conversation: this.selected };
    const asked: WaitingQuestion = { id, ...place, question, documentIds, turns, request, asked: Date.now() };
    this.#isStopped = false;
    const kept = await this.unanswered.during(asked, before, () => this.#answer(requests, id));
    if (kept.some((turn) => turn !== null)) this.unanswered.forget(asked);
    else this.unanswered.takeBack(asked, this.#isStopped);
    return kept[0] ?? null;
  }

  /** Asks the question of a turn once more as it was asked then, after what was asked before it, with some choices changed. */
  async again(
    turn: ShownTurn,
    changed: Pick<Partial<SearchRequest>, 'documentIds' | 'drift' | 'anew' | 'parameters'> = {},
  ): Promise<Turn | null> {
    if (this.answering) return null;
    const { documentIds = turn.scope, drift, ...anew } = changed;
    const asked = turn.request ?? this.#asNow;
    const given = { ...asked, ...(drift && { mode: turn.answer.mode, drift }), ...anew };
    const request = turnRequest(turn.question, this.#before(turn), documentIds, given);
    return (await this.#answer([request], request.id))[0] ?? null;
  }

  /** Asks the question of a turn by itself, without what was asked before it. */
  async alone(turn: ShownTurn): Promise<Turn | null> {
    if (this.answering) return null;
    const request = turnRequest(turn.question, [], turn.scope, turn.request ?? this.#asNow);
    return (await this.#answer([request], request.id))[0] ?? null;
  }

  /** Asks the question of a turn again in another mode, to be shown beside its answer. */
  async compare(turn: ShownTurn, mode: SearchMode): Promise<void> {
    if (this.answering) return;
    const asked = { ...this.#asNow, mode };
    await this.#answer([turnRequest(turn.question, this.#before(turn), turn.scope, asked)], turn.id);
  }

  #before({ id }: ShownTurn): readonly ShownTurn[] {
    const at = this.turns.findIndex((turn) => turn.id === id);
    return this.turns.slice(0, Math.max(0, at));
  }

  /** Returns the requests of a question now: two where modes are compared. */
  drafts(documentIds: readonly string[]): readonly SearchRequest[] {
    return turnRequests(this.question.trim(), this.turns, documentIds, this.#asChosen);
  }

  /** Returns the present choices for a question. */
  get #asNow(): AskedFor {
    const filters = searchFilters(this.filters);
    return { mode: this.mode, ...this.searchSettings.request, ...(filters && { filters }) };
  }

  /** The same, with the mode that is chosen to answer beside the first. */
  get #asChosen(): WaitingQuestion['request'] {
    const { beside } = this;
    return { ...this.#asNow, ...(beside !== null && beside !== this.mode && { besides: beside }) };
  }

  /** Shows and keeps the answers to requests; those that are not `beside` themselves are shown beside it. */
  async #answer(requests: readonly TurnRequest[], beside: string): Promise<readonly (Turn | null)[]> {
    const place = { collection: this.#collection, conversation: this.selected };
    this.#followUps.stop();
    const leftOut = [...this.#needs.deleted()];
    const asked = leftOut.length === 0 ? requests : requests.map((request) => ({ ...request, leftOut }));
    const turns = await this.#streaming.answer(asked, beside, place);
    const [turn] = turns;
    const { collection, conversation } = place;
    if (collection !== this.#collection) return turns;
    if (conversation !== null && turn && !turn.comparedWith && !turn.answer.stopped) {
      void this.#propose(conversation, turn.id);
    }
    for (const one of turns) if (one) this.#needs.onAnswered(one);
    return turns;
  }

  /** Takes over a turn that was kept, perhaps in place of a conversation that is gone; a new one is shown where its first question was asked. */
  #adopt(change: ConversationChange, before: string | null): void {
    const { conversation } = change;
    if (conversation.collection !== this.#collection) return;
    this.list = [conversation, ...this.list.filter(({ id }) => id !== conversation.id && id !== before)];
    if (before === conversation.id) return this.#kept.adopt(change);
    if (this.selected !== before) return;
    this.#kept.begin(change);
    this.selected = conversation.id;
    this.#needs.onNamed(conversation.id);
  }

  /** Proposes follow-up questions for a kept answer. */
  async #propose(conversation: string, turn: string): Promise<void> {
    const change = await this.#followUps.find(conversation, turn);
    if (!change) return;
    this.list = this.list.map((item) => (item.id === conversation ? change.conversation : item));
    this.#kept.adopt(change);
  }

  /** Moves a follow-up question of a running DRIFT search to the front, or leaves it out. */
  async steer(id: string, question: string, how: 'stop' | 'pursue'): Promise<void> {
    await (await this.#needs.engine()).steer(id, question, how);
  }

  async rename(id: string, title: string): Promise<void> {
    const engine = await this.#needs.engine();
    await engine.renameConversation(id, title);
    this.list = this.list.map((item) => (item.id === id ? { ...item, title } : item));
  }

  async remove(id: string): Promise<void> {
    if (id === this.selected) await this.leave();
    const engine = await this.#needs.engine();
    await this.unanswered.forgetWith(id, () => engine.removeConversation(id));
    this.#streaming.forget(id);
    this.list = this.list.filter((item) => item.id !== id);
    if (this.#kept.conversation === id) await this.#kept.show(null);
  }
}

export const [getConversations, setConversations] = createContext<Conversations>();
