import { createContext } from 'svelte';
import { createMutex } from '../../core/async';
import type { EngineApi } from '../../core/engine/api';
import type { CollectionView } from '../../core/engine/collections/collection-view';
import type { ReportsToWrite, ReportToWrite } from '../../core/engine/model-index/on-demand/reports-to-write';
import type { IndexEvent } from '../../core/engine/session/index-events';
import type { CallOptions } from '../../core/platform';
import type { Answer } from '../../core/search/answer/answer';
import { getModelEngine, type ConnectEngine } from '../engine';
import { getNotices } from '../notices.svelte';
import { explain, isAbort } from '../words/errors';
import { language } from '../words/language.svelte';

/** An answer that may have used reports, by the id of its turn. */
export interface AnsweredTurn {
  readonly id: string;
  readonly answer: Answer;
}

/** State of the reports that an answer used and that no model had written. */
interface AnswerReports extends Omit<ReportsToWrite, 'reports'> {
  /** Not written yet, best-ranked first. */
  readonly left: readonly ReportToWrite[];
  /** Number of unwritten reports when the answer came. */
  readonly all: number;
  /** Number of reports that are being written together, while that lasts; 0 otherwise. */
  readonly going: number;
  readonly written: number;
  /** Reason why the last batch ended early; empty where it did not. */
  readonly reason: string;
}

interface Owner {
  readonly engine: ConnectEngine;
  readonly view: () => CollectionView | null;
  /** True while a model reads the collection, since it writes reports itself. */
  readonly indexing: () => boolean;
  readonly adopt: (view: CollectionView) => void;
}

/** Reports that are written because a person opened them or an answer used them: in the background, one after the other. */
export class OnDemandReports {
  /** The community whose report is being written. */
  writing = $state<number | null>(null);
  /** By the id of the turn. */
  ofAnswers = $state.raw<ReadonlyMap<string, AnswerReports>>(new Map());
  /**
   * Reasons for unwritten reports, by community; empty where a person stopped it. They do not start again by
   * themselves.
   */
  failures = $state.raw<ReadonlyMap<number, string>>(new Map());
  readonly #owner: Owner;
  /** Reports are written one after the other. */
  readonly #line = createMutex();
  /** Ends what is being written now. */
  #current = new AbortController();
  /** Ends what is being written for an answer, by the id of its turn. */
  readonly #writings = new Map<string, AbortController>();
  readonly #looks: ReportLookups;
  /** Aborted when the collection is left, which drops later news of its work. */
  #collection = new AbortController();

  constructor(owner: Owner) {
    this.#owner = owner;
    this.#looks = new ReportLookups({
      find: async (reportIds, options) => (await owner.engine()).reportsToWrite({ reportIds }, options),
      generation: () => owner.view()?.generation,
      onFound: (turn, found) => this.#offer(turn, found),
    });
  }

  /** A person has stayed on a report, wherever it is shown: it is written where the model may write by itself, once in a visit. */
  async opened(community: number, isShown: () => boolean): Promise<void> {
    if (!this.due || this.failures.has(community) || this.writing === community) return;
    const { signal } = this.#collection;
    await this.#line.run(async () => {
      // What came before it in the line may have written it, where a report is open at two places.
      if (signal.aborted || !isShown() || !this.due || this.failures.has(community)) return;
      const found = await (await this.#owner.engine()).reportsToWrite({ communities: [community] });
      if (!found?.byThemselves || found.reports.length === 0 || signal.aborted || !isShown()) return;
      // The reason is shown beside the button.
      await this.#write(community, new AbortController()).catch(() => false);
    });
  }

  /** Ends the writing of the report that is being written, and of those that were to come after it for the same answer. */
  stopCurrent(): void {
    this.#current.abort();
  }

  /**
   * Looks up the missing reports of an answer by a model: once, and again where the tables have changed otherwise than
   * by these.
   */
  look(turn: AnsweredTurn): Promise<void> {
    const reportIds = turn.answer.text === undefined ? [] : usedReports(turn.answer);
    return this.#lookFor(turn.id, reportIds);
  }

  #lookFor(turn: string, reportIds: readonly string[]): Promise<void> {
    if (reportIds.length === 0 || !this.due) return Promise.resolve();
    return this.#looks.look(turn, reportIds, this.#writings.has(turn));
  }

  /** An answer has just come: the first of its reports are written where that needs no word of a person. */
  async answered(turn: AnsweredTurn): Promise<void> {
    if (turn.answer.stopped) return;
    await this.look(turn);
    const state = this.ofAnswers.get(turn.id);
    if (!state?.byThemselves) return;
    const untried = state.left.filter(({ community }) => !this.failures.has(community));
    await this.#writeAll(turn.id, untried.slice(0, state.afterAnswer));
  }

  /** Writes what is left of an answer's reports and still to be written. */
  async write(turn: string): Promise<void> {
    const offered = this.ofAnswers.get(turn)?.left ?? [];
    // Where looking fails, writing what was offered shows why.
    await this.#lookFor(turn, this.#looks.wanted(turn)).catch(() => undefined);
    const left = this.ofAnswers.get(turn)?.left ?? [];
    const due = left.filter(({ community }) => offered.some((one) => one.community === community));
    await this.#writeAll(turn, due);
  }

  /** Ends the writing for an answer. Finished reports stay. */
  stop(turn: string): void {
    this.#writings.get(turn)?.abort();
  }

  /** Takes over what has been written. */
  adopt(view: CollectionView): void {
    this.#owner.adopt(view);
  }

  /** The collection is being left. */
  reset(): void {
    this.#collection.abort();
    this.#collection = new AbortController();
    this.#current.abort();
    for (const one of this.#writings.values()) one.abort();
    this.#looks.reset();
    Object.assign(this, { ofAnswers: new Map(), failures: new Map(), writing: null });
  }

  /**
   * True if a report may be written now: a model has read the collection, nothing else changes it, and this tab may.
   */
  get due(): boolean {
    const view = this.#owner.view();
    return view !== null && view.writable && view.model !== null && view.upToDate && !this.#owner.indexing();
  }

  async #writeAll(turn: string, due: readonly ReportToWrite[]): Promise<void> {
    if (due.length === 0 || this.#writings.has(turn)) return;
    const controller = new AbortController();
    this.#writings.set(turn, controller);
    this.#set(turn, { going: due.length, reason: '' });
    try {
      for (const { community } of due) {
        if (controller.signal.aborted) break;
        await this.#line.run(() => this.#writeOf(turn, community, controller));
      }
    } catch (error) {
      this.#set(turn, { reason: explain(language.words.ask.reports.doing, error).what });
    } finally {
      this.#writings.delete(turn);
      this.#set(turn, { going: 0 });
    }
  }

  async #writeOf(turn: string, community: number, controller: AbortController): Promise<void> {
    if (controller.signal.aborted) return;
    // A run that was begun meanwhile writes reports itself.
    if (!this.due) return controller.abort();
    const written = await this.#write(community, controller);
    const state = this.ofAnswers.get(turn);
    if (!state || controller.signal.aborted) return;
    if (!written) return this.#set(turn, { reason: this.failures.get(community) ?? '' });
    const left = state.left.filter((one) => one.community !== community);
    this.#set(turn, { left, written: state.written + 1 });
  }

  /** False where no reply could be used: others may go better. Throws where the model itself fails. */
  async #write(community: number, controller: AbortController): Promise<boolean> {
    const { signal } = controller;
    const { signal: left } = this.#collection;
    this.#current = controller;
    this.writing = community;
    try {
      const engine = await this.#owner.engine();
      for await (const event of engine.writeReport(community, { background: true, signal })) {
        if (event.kind !== 'committed') continue;
        const { view } = event;
        this.#looks.through(() => this.#owner.adopt(view));
      }
      signal.throwIfAborted();
      return true;
    } catch (error) {
      const isStopped = signal.aborted || isAbort(error);
      if (!left.aborted)
        this.#fail(community, isStopped ? '' : explain(language.words.ask.reports.doingOne, error).what);
      if (isStopped || (error instanceof Error && error.name === 'ParseError')) return false;
      throw error;
    } finally {
      this.writing = null;
    }
  }

  #offer(turn: string, { reports: left, ...rest }: ReportsToWrite): void {
    const { going = 0, written = 0, reason = '' } = this.ofAnswers.get(turn) ?? {};
    const states = new Map(this.ofAnswers);
    if (left.length + written === 0) states.delete(turn);
    else states.set(turn, { ...rest, left, all: left.length + written, going, written, reason });
    this.ofAnswers = states;
  }

  #set(turn: string, parts: Partial<AnswerReports>): void {
    const before = this.ofAnswers.get(turn);
    if (before) this.ofAnswers = new Map(this.ofAnswers).set(turn, { ...before, ...parts });
  }

  #fail(community: number, reason: string): void {
    this.failures = new Map(this.failures).set(community, reason);
  }
}

/** Reports of an answer, looked up for one generation of the tables. */
interface Lookup {
  readonly reportIds: readonly string[];
  readonly generation: number | undefined;
  readonly ended: Promise<void>;
  /** Ends it where another one has begun, or nobody wants to know any more. */
  readonly ending: AbortController;
}

interface LookupNeeds {
  readonly find: (reportIds: readonly string[], options: CallOptions) => Promise<ReportsToWrite | null>;
  readonly generation: () => number | undefined;
  readonly onFound: (turn: string, found: ReportsToWrite) => void;
}

/** Looks up the missing reports of answers: once, and again where the tables have changed. */
class ReportLookups {
  readonly #looking: LookupNeeds;
  readonly #looks = new Map<string, Lookup>();
  /** Turns whose lookup failed: the first failure is shown, the next ones are not. */
  readonly #failed = new Set<string>();

  constructor(looking: LookupNeeds) {
    this.#looking = looking;
  }

  /** The reports that were looked for, for the answer of a turn. */
  wanted(turn: string): readonly string[] {
    return this.#looks.get(turn)?.reportIds ?? [];
  }

  /**
   * Looks them up unless that was done; with `stands` an earlier result is not to change now. Throws once in a visit
   * where it fails.
   */
  look(turn: string, reportIds: readonly string[], stands: boolean): Promise<void> {
    const generation = this.#looking.generation();
    const before = this.#looks.get(turn);
    if (before && (before.generation === generation || stands)) return before.ended;
    before?.ending.abort();
    const ending = new AbortController();
    const ended = this.#look(turn, reportIds, ending).catch((error: unknown) => {
      if (!ending.signal.aborted) this.#fail(turn, error);
    });
    this.#looks.set(turn, { reportIds, generation, ended, ending });
    return ended;
  }

  /** Changes the tables in a way after which earlier results stay valid. */
  through(change: () => void): void {
    const before = this.#looking.generation();
    change();
    const generation = this.#looking.generation();
    for (const [turn, look] of this.#looks) {
      if (look.generation === before) this.#looks.set(turn, { ...look, generation });
    }
  }

  reset(): void {
    for (const { ending } of this.#looks.values()) ending.abort();
    this.#looks.clear();
    this.#failed.clear();
  }

  async #look(turn: string, reportIds: readonly string[], { signal }: AbortController): Promise<void> {
    const found = await this.#looking.find(reportIds, { signal });
    if (signal.aborted) return;
    if (found) this.#looking.onFound(turn, found);
    else this.#looks.delete(turn); // a model may be chosen later
  }

  /** The next one who asks looks again, without a word where that fails, too. */
  #fail(turn: string, error: unknown): void {
    this.#looks.delete(turn);
    if (this.#failed.has(turn)) return;
    this.#failed.add(turn);
    throw error;
  }
}

/** Ids of the reports that a model was shown for an answer, those that weighed most first. */
function usedReports({ trace }: Answer): readonly string[] {
  const items = trace.sections.flatMap((section) => section.items);
  return items
    .filter(({ kind, used }) => kind === 'report' && used)
    .sort((a, b) => b.score - a.score)
    .map(({ id }) => id);
}

/** Lets the chosen model write one thing that a person looks at. */
export class OnDemandWriting {
  busy = $state(false);
  readonly #engine = getModelEngine();
  readonly #notices = getNotices();
  readonly #reports = getOnDemandReports();
  #stop = new AbortController();

  /** Resolves with true once it is written. */
  async write(
    doing: string,
    start: (engine: EngineApi, options: CallOptions) => AsyncIterable<IndexEvent>,
  ): Promise<boolean> {
    if (this.busy) return false;
    const { signal } = (this.#stop = new AbortController());
    this.busy = true;
    const done = await this.#notices.attempt(doing, async () => {
      const engine = await this.#engine();
      for await (const event of start(engine, { signal })) {
        if (event.kind === 'committed') this.#reports.adopt(event.view);
      }
      return !signal.aborted;
    });
    this.busy = false;
    return done ?? false;
  }

  stop(): void {
    this.#stop.abort();
  }
}

export const [getOnDemandReports, setOnDemandReports] = createContext<OnDemandReports>();
