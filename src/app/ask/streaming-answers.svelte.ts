import { createMutex } from '../../core/async';
import type { EngineApi } from '../../core/engine/api';
import type { TurnChange } from '../../core/engine/asking/conversation-calls';
import type { ConversationChange, Turn } from '../../core/conversations/conversations';
import type { SearchEvent } from '../../core/search/events';
import {
  stoppedTurn,
  turnOf,
  worthKeeping,
  newLiveAnswer,
  applyEvents,
  type LiveAnswer,
  type TurnRequest,
} from './turns';
import { batcher } from '../platform/batch';
import type { Notices } from '../notices.svelte';
import { onPageHide } from '../platform/page-visibility.svelte';
import { explain, isAbort } from '../words/errors';
import type { ConnectEngine } from '../engine';
import { language } from '../words/language.svelte';

/** Place of an answer: the collection that was asked; `conversation` is null until its first turn is kept. */
interface AnswerDestination {
  readonly collection: string;
  conversation: string | null;
}

/** An answer of this visit that could not be kept, and why. */
export interface UnsavedAnswer {
  readonly turn: Turn;
  readonly place: AnswerDestination;
  readonly reason: string;
}

/** Milliseconds after which what has come of an answer is kept meanwhile, so that a killed tab loses no more than that; the first of it is kept at once. */
const KEPT_EVERY = 3000;

/** Answers from the first word to the moment when they are kept: no part of one is lost on the way. */
export class StreamingAnswers {
  /** Two while modes are compared. */
  answers = $state.raw<readonly LiveAnswer[]>([]);
  unsaved = $state.raw<readonly UnsavedAnswer[]>([]);
  readonly #engine: ConnectEngine;
  readonly #notices: Notices;
  readonly #onSaved: (change: ConversationChange, before: string | null) => void;
  readonly #controllers = new Map<string, AbortController>();
  /** Ends when the answers under way have ended and are kept. */
  #work: Promise<unknown> = Promise.resolve();
  /** Turns are kept one after another, since the first one may begin the conversation. */
  readonly #saving = createMutex();
  /** Turns of which something has been kept. */
  readonly #saved = new Set<string>();
  /** Last kept state of each turn that still arrives. */
  readonly #parts = new Map<string, Turn>();
  /** Conversations that were removed here. */
  readonly #removed = new Set<string>();

  /** `onSaved` gets each turn that was saved and the id its conversation was to have: null for a new one, another one where that is gone. */
  constructor(
    engine: ConnectEngine,
    notices: Notices,
    onSaved: (change: ConversationChange, before: string | null) => void,
  ) {
    this.#engine = engine;
    this.#notices = notices;
    this.#onSaved = onSaved;
  }

  get any(): boolean {
    return this.answers.length > 0;
  }

  /** Stops every answer that arrives, or the one given; what came is kept. */
  stop(only?: string): void {
    for (const [id, controller] of this.#controllers) if (only === undefined || id === only) controller.abort();
  }

  /** Stops what arrives and waits until it is kept. */
  async settle(): Promise<void> {
    this.stop();
    await this.#work;
  }

  /** Shows answers as they come and keeps each one when it ends. Resolves with the turns: null for one of which nothing came. */
  async answer(
    requests: readonly TurnRequest[],
    beside: string,
    place: AnswerDestination,
  ): Promise<readonly (Turn | null)[]> {
    this.answers = requests.map((request) => newLiveAnswer(request, request.id === beside ? undefined : beside));
    const each = Promise.all(requests.map((request) => this.#answerOne(request, place)));
    const answers = each.then((turns) => this.#withStopped(turns, place));
    this.#work = answers;
    const turns = await answers;
    this.answers = [];
    return turns;
  }

  /** Tries once more to keep what could not be kept of a collection that is open now. */
  async saveAgain(collection: string): Promise<void> {
    for (const { turn, place } of this.unsaved.filter((one) => one.place.collection === collection)) {
      await this.#save(turn, place);
    }
  }

  /** A conversation was removed here, with whatever was still to be kept in it. */
  forget(conversation: string): void {
    this.#removed.add(conversation);
    this.unsaved = this.unsaved.filter(({ place }) => place.conversation !== conversation);
  }

  /** Keeps also those that were stopped before anything of them came, where another answer is beside them. */
  async #withStopped(turns: readonly (Turn | null)[], place: AnswerDestination): Promise<readonly (Turn | null)[]> {
    const stands = turns.some((turn) => turn !== null) || this.answers.every((live) => live.comparedWith !== undefined);
    if (!stands) return turns;
    const whole = turns.map((turn, at) => {
      const live = this.answers[at];
      return turn ?? (live?.answer.stopped ? stoppedTurn(live) : null);
    });
    const added = whole.flatMap((turn, at) => (turn && !turns[at] ? [turn] : []));
    await Promise.all(added.map((turn) => this.#save(turn, place)));
    return whole;
  }

  /** An answer counts as ended once it is kept, so that what looks finished is never lost. */
  async #answerOne(request: TurnRequest, place: AnswerDestination): Promise<Turn | null> {
    const { id } = request;
    const turn = await this.#saveWhile(id, place, (keep) => this.#stream(request, keep));
    if (turn) await this.#save(turn, place);
    else await this.#saving.run(() => Promise.resolve());
    this.#change(id, (live) => ({ ...live, ended: true }));
    // Where nothing came after words that are void by now, those stand in the conversation.
    const kept = turn ?? this.#parts.get(id) ?? null;
    this.#parts.delete(id);
    return kept;
  }

  /** Keeps what has come of an answer every few seconds and when the page is left, while `arrive` runs. */
  async #saveWhile<T>(id: string, place: AnswerDestination, arrive: (keep: () => void) => Promise<T>): Promise<T> {
    const keep = (): void => void this.#savePart(id, place);
    const meanwhile = setInterval(keep, KEPT_EVERY);
    const stay = onPageHide(keep);
    try {
      return await arrive(keep);
    } finally {
      stay();
      clearInterval(meanwhile);
    }
  }

  #change(id: string, changed: (live: LiveAnswer) => LiveAnswer): void {
    this.answers = this.answers.map((live) => (live.id === id ? changed(live) : live));
  }

  /**
   * Keeps the answer so far, unless more words of an earlier writing were kept; where that fails, the end of the answer
   * has a note.
   */
  async #savePart(id: string, place: AnswerDestination): Promise<void> {
    const live = this.answers.find((one) => one.id === id);
    const turn = live && turnOf(live, true);
    if (!turn || (!live.complete && lengthOf(turn) < lengthOf(this.#parts.get(id)))) return;
    const part: Turn = live.complete ? turn : { ...turn, unfinished: true };
    await this.#save(part, place, () => undefined);
    if (this.#saved.has(id)) this.#parts.set(id, part);
  }

  /** `onWorth` is called when something has come that is worth saving before the rest. */
  async #stream(request: TurnRequest, onWorth: () => void): Promise<Turn | null> {
    const { id } = request;
    const controller = new AbortController();
    const { signal } = controller;
    this.#controllers.set(id, controller);
    let saved = 0;
    const batch = batcher<SearchEvent>((events) => {
      this.#change(id, (live) => applyEvents(live, events));
      const live = this.answers.find((one) => one.id === id);
      const worth = live && !live.complete ? worthKeeping(live) : 0;
      if (worth <= saved) return;
      saved = worth;
      onWorth();
    });
    let broken: unknown;
    try {
      const engine = await this.#engine();
      for await (const event of engine.search(request, { signal })) batch.add(event);
    } catch (error) {
      broken = error;
      if (!isAbort(error)) this.#notices.fail(language.words.ask.conversation.answering, error);
    } finally {
      this.#controllers.delete(id);
      batch.flush();
    }
    const live = this.answers.find((one) => one.id === id);
    const turn = live ? turnOf(live, signal.aborted || broken !== undefined) : null;
    if (turn) this.#change(id, (one) => ({ ...one, answer: turn.answer }));
    else if (signal.aborted) this.#change(id, (one) => ({ ...one, answer: { ...one.answer, stopped: true } }));
    return turn && broken !== undefined && !isAbort(broken) ? { ...turn, unfinished: true } : turn;
  }

  #save(turn: Turn, place: AnswerDestination, onFailure = this.#noteUnsaved): Promise<unknown> {
    return this.#saving.run(() => this.#saveNow(turn, place).catch((error: unknown) => onFailure(turn, place, error)));
  }

  readonly #noteUnsaved = (turn: Turn, place: AnswerDestination, error: unknown): void => {
    const others = this.unsaved.filter((one) => one.turn.id !== turn.id);
    this.unsaved = [...others, { turn, place, reason: explain(language.words.ask.conversation.keeping, error).what }];
  };

  async #saveNow(turn: Turn, place: AnswerDestination): Promise<void> {
    const engine = await this.#engine();
    const { collection, conversation: before } = place;
    const kept =
      (await engine.keepTurn(before, turn, { collection })) ??
      (this.#mayBegin(turn, before) ? await this.#begin(engine, turn, collection) : null);
    if (kept) {
      place.conversation = kept.conversation.id;
      this.#saved.add(turn.id);
    }
    this.unsaved = this.unsaved.filter((one) => one.turn.id !== turn.id);
    if (kept) this.#onSaved(savedChange(kept, turn), before);
  }

  /** An answer of which nothing was kept yet does not go with a conversation that another tab removed. */
  #mayBegin(turn: Turn, gone: string | null): boolean {
    return gone !== null && !this.#removed.has(gone) && !this.#saved.has(turn.id);
  }

  async #begin(engine: EngineApi, turn: Turn, collection: string): Promise<TurnChange | null> {
    const begun = await engine.keepTurn(null, turn, { collection });
    this.#notices.say(language.words.ask.conversation.deletedElsewhere);
    return begun;
  }
}

/** Returns the saved turn: the very turn that was given, unless words of deleted documents were removed from it. */
const savedChange = ({ conversation, changed, ...kept }: TurnChange, turn: Turn): ConversationChange => ({
  conversation,
  kept: { turn: changed ?? turn, ...kept },
});

const lengthOf = (turn: Turn | undefined): number => turn?.answer.text?.length ?? 0;
