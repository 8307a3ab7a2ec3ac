import { message } from '../../src/core/message';
import type { Answer, AnswerSentence } from '../../src/core/search/answer/answer';
import type { SearchRequest } from '../../src/core/search/request/search-request';
import { memoryConversations } from '../../src/adapters/storage/idb/memory-conversations';
import { PROMPTS } from '../../src/core/engine/session/setting-calls';
import { SEARCH_GROUPS } from '../../src/core/search/modes/modes';
import type { EngineApi } from '../../src/core/engine/api';
import type { AddressView } from '../../src/core/engine/hosted/address-view';
import type { HostedView } from '../../src/core/engine/collections/collection-view';
import type { CollectionView } from '../../src/core/engine/collections/collection-view';
import { givenSources } from '../../src/core/engine/documents/given-sources';
import type { AddOptions } from '../../src/core/engine/documents/ingest';
import type { DocumentView } from '../../src/core/engine/documents/document-view';
import type { StepDescription } from '../../src/core/engine/indexing/indexing-calls';
import type { IndexEvent } from '../../src/core/engine/session/index-events';
import {
  type EvidenceView,
  NO_EVIDENCE,
  type PassageEvidence,
  type Citation,
  type CitationTarget,
  type Passage,
} from '../../src/core/search/evidence/evidence';
import type { ExtractionRun } from '../../src/core/engine/model-index/revert';
import type { ModelPlan } from '../../src/core/engine/model-index/plan/model-plan';
import type { ReportsToWrite } from '../../src/core/engine/model-index/on-demand/reports-to-write';
import type { Namesake } from '../../src/core/engine/editing/edits';
import type { TrialEvent } from '../../src/core/engine/model-index/on-demand/trials';
import { ModelError } from '../../src/core/errors';
import { MODEL_STEPS } from '../../src/core/index/pipeline';
import type { Values } from '../../src/core/parameters';
import type { Step } from '../../src/core/index/step';
import type { QueueEvent } from '../../src/core/models/queue/chat-queue';
import type { CallOptions } from '../../src/core/platform';
import { readTurns, type WaitingQuestion } from '../../src/core/conversations/conversations';
import type { SourceFile } from '../../src/core/ports/documents';
import type { FailedSource, IndexState, PendingSource, RunExtras } from '../../src/core/ports/index-state';
import type { SearchEvent } from '../../src/core/search/events';
import { fakeCost } from './fake-cost';
import { FIND, OVERVIEW } from './fake-evidence';
import { fakeEvaluation, type FakeEvaluation } from './fake-evaluation';
import { fakeNotes } from './fake-notes';
import { fakeViews, type FakeViews } from './fake-views';
import { documentOf, exploreFacts, HARBOUR, LEDGER, type FakeDocument } from './fake-documents';

export interface FakeOptions {
  readonly documents?: readonly FakeDocument[];
  readonly failed?: readonly Omit<FailedSource, 'byte_hash'>[];
  /** Paths whose other bytes wait for a choice. */
  readonly offered?: readonly string[];
  readonly pending?: readonly string[];
  readonly paused?: boolean;
  /** Milliseconds between events. */
  readonly pace?: number;
  /** Passages of the evidence. */
  readonly passages?: number;
  readonly writable?: boolean;
  /** Settings that an earlier visit kept, by name. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** True if nothing outlives the window. */
  readonly inMemory?: boolean;
  /** Each commit of the tab that writes, as the promise that it is durable. */
  readonly otherTab?: readonly Promise<unknown>[];
  /** Resolves once that tab is gone. */
  readonly otherTabGone?: Promise<unknown>;
  /** Events of a trial of the chosen model. */
  readonly trial?: (call: CallOptions) => AsyncIterable<QueueEvent>;
  /** Indexing with a model: its plan, what a run tells, why it fails, and how an earlier one stands. */
  readonly model?: {
    readonly plan: (parameters: IndexState['parameters'], extras?: RunExtras) => ModelPlan | null;
    readonly events?: readonly IndexEvent[];
    readonly refusal?: string;
    /** A run that is paused ends once the calls in flight do, that is once this resolves. */
    readonly inFlight?: Promise<unknown>;
    readonly trial?: readonly TrialEvent[];
    readonly tuning?: readonly TrialEvent[];
    readonly run?: CollectionView['model'];
    /** State of the run after reverting. */
    readonly runBefore?: CollectionView['model'];
    readonly layers?: readonly ExtractionRun[];
    /** Resolves once the graph is derived again after reverting, whose rows are gone at once. */
    readonly takenBack?: Promise<unknown>;
  };
  /** Reports that no model has written, whether they write themselves, and what is thrown where that fails. */
  readonly toWrite?: ReportsToWrite & { readonly refusal?: (community: number) => Error };
  readonly besides?: CollectionView['besides'];
  /** Records of runs with a model, and the latest work of the other steps. */
  readonly runRecords?: CollectionView['runRecords'];
  readonly stepTimes?: CollectionView['stepTimes'];
  /** Author of the answers, in which two reports are used; without one, the evidence stands alone. */
  readonly writtenBy?: string;
  /** Additions to the evidence that is always shown. */
  readonly evidence?: Partial<EvidenceView>;
  /** Events of a search, instead of an answer made up from the documents. */
  readonly answering?: (request: SearchRequest) => AsyncIterable<SearchEvent>;
  /** Title of the chat model that is chosen for answers; none when missing. */
  readonly searchModel?: string;
  /** Seconds that recognising the words of a page took before; null where none was read. */
  readonly secondsPerPage?: number;
  /** Claims in the tables. */
  readonly claims?: number;
  /** Entities that can be found by name. */
  readonly namesakes?: readonly Namesake[];
  /** Sizes of the book and the matrix of Explore. */
  readonly views?: FakeViews;
  /**
   * Content of every address: the result or error of a look, the error of opening, and the state of the new collection.
   */
  readonly address?: {
    readonly look: AddressView | Error;
    readonly refusal?: Error;
    readonly hosted?: HostedView;
    /** Opening ends once this resolves. */
    readonly until?: Promise<unknown>;
  };
  readonly evaluation?: FakeEvaluation;
  /** Tables come once this resolves. */
  readonly tables?: Promise<unknown>;
}

const TARGETS: readonly CitationTarget[] = [
  { kind: 'passage', textUnitId: 'unit-1' },
  { kind: 'report', community: 1, title: 'The harbour and its keepers' },
  { kind: 'entity', id: 'entity-1', title: 'Ada Marsh' },
  { kind: 'relationship', id: 'relationship-1', title: 'Ada Marsh – Harbour Office' },
];

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

function passageOf(document: DocumentView, quote: string): Passage {
  const start = Math.max(0, document.text.indexOf(quote));
  const page = document.page_starts.length > 0 ? 2 : null;
  return { document_id: document.id, start, end: start + quote.length, documentTitle: document.title, page, quote };
}

/** Rejects when the signal aborts. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

const sourceOf = (path: string): PendingSource => ({ path, byte_hash: path, byte_size: 1 });

/** A short in-memory engine: enough of the real one's behaviour to show every screen. */
export function fakeEngine(options: FakeOptions = {}): EngineApi & { readonly calls: string[] } {
  const { pace = 0, passages: length = 4 } = options;
  let writable = options.writable ?? true;
  const calls: string[] = [];
  const kept: SourceFile[] = [];
  const given = options.documents ?? [];
  let documents: readonly DocumentView[] = given.map(documentOf);
  let failed: readonly FailedSource[] = (options.failed ?? []).map((line) => ({ ...line, byte_hash: 'hash' }));
  let offered = (options.offered ?? []).map(sourceOf);
  let pending: CollectionView['pending'] = (options.pending ?? []).map(sourceOf);
  let collection = { id: 'collection-1', name: 'River town', created: 1, opened: 1 };
  let opened = given.length > 0;
  let paused = options.paused ?? false;
  let modelRun: CollectionView['model'] = options.model?.run ?? null;
  let modelPaused = false;
  let generation = 1;
  let hosted: HostedView | null = null;
  const conversations = memoryConversations(() => true, { drop: () => undefined });
  let begun = 0;
  let notes = 0;

  const settings = new Map<string, unknown>(Object.entries(options.settings ?? {}));
  const questions = new Map<string, WaitingQuestion>();
  const configured = new Map<string, Values>();
  const explored = exploreFacts();
  const undone = new Set<string>();
  const unwritten = new Set(options.toWrite?.reports.map(({ community }) => community));

  const view = (): CollectionView => ({
    collection,
    writable: writable && hosted === null,
    hosted,
    generation,
    notes,
    documents,
    failed,
    pending,
    incomplete: [],
    offered,
    counts: {
      documents: documents.length,
      text_units: documents.length * 3,
      entities: 42,
      relationships: 80,
      claims: options.claims ?? 0,
      communities: 3,
      levels: 2,
    },
    method: 'fast',
    embeddings: null,
    model: modelRun,
    besides: options.besides ?? null,
    runRecords: options.runRecords ?? [],
    stepTimes: options.stepTimes ?? {},
    spentByRuns: modelRun?.spent ?? { calls: 0, promptTokens: 0, completionTokens: 0, seconds: 0 },
    byModel: modelRun && {
      entities: 48,
      relationships: 60,
      claims: 0,
      reports: 2,
      summaries: 0,
      themes: 0,
      contexts: 0,
    },
    paused,
    whole: true,
    upToDate: pending.length === 0,
  });
  const committed = (): IndexEvent => {
    generation += 1;
    return { kind: 'committed', view: view() };
  };
  async function* steps(stage: string, total: number, { signal }: CallOptions = {}): AsyncIterable<IndexEvent> {
    for (let done = 0; done <= total; done += 1) {
      signal?.throwIfAborted();
      yield { kind: 'stage', stage, done, total, unit: 'documents', fraction: done / total };
      await wait(pace);
    }
  }
  async function* readKept(call: CallOptions): AsyncIterable<IndexEvent> {
    yield* steps('Reading documents', 20, call);
    for (const { path, bytes } of kept.splice(0)) {
      if (path.endsWith('.bad')) {
        const reason = 'This file is damaged: it ends in the middle.';
        failed = [...failed, { path, byte_hash: path, reason }];
        yield { kind: 'sources', sources: [{ path, state: 'failed', reason }] };
      } else if (documents.some((one) => one.path === path)) {
        const reason = message`The same file is already here as “${path}”.`;
        yield { kind: 'sources', sources: [{ path, state: 'duplicate', reason, documentIds: [path] }] };
      } else {
        const text = await bytes.text();
        documents = [...documents, documentOf({ id: path, title: path, text })];
        yield { kind: 'sources', sources: [{ path, state: 'read', documentIds: [path] }] };
      }
    }
    pending = [];
    yield committed();
  }
  const handedOver = givenSources();
  async function* add(some: readonly SourceFile[], call: AddOptions = {}): AsyncIterable<IndexEvent> {
    calls.push('add');
    const sources = [...some];
    if (call.more)
      for await (const part of handedOver.parts(call.more.name, call.signal ?? new AbortController().signal))
        sources.push(...part);
    paused = false;
    kept.push(...sources);
    pending = sources.map(({ path }) => sourceOf(path));
    yield { kind: 'sources', sources: sources.map(({ path }) => ({ path, state: 'queued' })) };
    yield* readKept(call);
  }
  async function* changed(name: string, change: () => void): AsyncIterable<IndexEvent> {
    calls.push(name);
    change();
    yield committed();
  }
  async function* edited(name: string): AsyncIterable<IndexEvent> {
    yield { kind: 'edited', id: `edit-${name}`, words: message`Changed “${name}”` };
    yield* changed(name, () => undefined);
  }
  async function* settle(path: string, how: string): AsyncIterable<IndexEvent> {
    calls.push(`settle ${path}: ${how}`);
    offered = offered.filter((source) => source.path !== path);
    yield { kind: 'sources', sources: [{ path, state: 'read', documentIds: [] }] };
    yield committed();
  }
  async function* resume(call: CallOptions = {}): AsyncIterable<IndexEvent> {
    calls.push('resume');
    paused = false;
    yield* readKept(call);
  }
  /** Only the first document holds answers. */
  const answers = ({ documentIds = [] }: SearchRequest): boolean =>
    documentIds.length === 0 || documentIds.includes(documents[0]?.id ?? '');
  async function* search(request: SearchRequest, { signal }: CallOptions = {}): AsyncIterable<SearchEvent> {
    calls.push('search');
    if (options.answering) return yield* options.answering(request);
    const found = answerOf(documents, answers(request) ? length : 0);
    const given = options.writtenBy === undefined ? found : writtenAnswer(found, options.writtenBy);
    const mode = request.mode === 'auto' ? given.mode : request.mode;
    const answer = { ...given, mode, trace: { ...given.trace, mode } };
    yield { kind: 'plan', mode: answer.mode, reason: answer.trace.reason };
    yield { kind: 'evidence', evidence: answer.evidence };
    yield { kind: 'context', sections: answer.trace.sections };
    await wait(pace);
    signal?.throwIfAborted();
    if (answer.text !== undefined) {
      yield { kind: 'text', text: answer.text };
      await wait(pace);
      signal?.throwIfAborted();
      yield { kind: 'cited', sentences: answer.sentences, citations: answer.citations };
    }
    yield { kind: 'answer', answer };
  }
  /** Plays the events of a trial, then its failure. */
  async function* trial(name: string, told: readonly TrialEvent[] = [], { signal }: CallOptions = {}) {
    calls.push(name);
    for (const event of told) {
      yield event;
      await wait(pace);
      signal?.throwIfAborted();
    }
    if (options.model?.refusal !== undefined) throw new ModelError(options.model.refusal);
  }
  const enter = async (): Promise<CollectionView> => {
    opened = true;
    return view();
  };

  return {
    calls,
    collections: async () => (opened ? [collection] : []),
    createCollection: async (name) => (collection = { ...collection, name }),
    renameCollection: async (_id, name) => void (collection = { ...collection, name }),
    removeCollection: async () => void (opened = false),
    collectionContents: async () => ({
      ...{ documents: documents.length, originals: documents.length },
      ...{ conversations: (await conversations.list(collection.id)).length, notes: 0 },
    }),
    open: enter,
    openSample: async () => {
      documents = [HARBOUR, LEDGER].map(documentOf);
      return enter();
    },
    lookAtAddress: async (address) => {
      calls.push(`look at ${address}`);
      const look = options.address?.look ?? new Error('Nothing is there.');
      if (look instanceof Error) throw look;
      return look;
    },
    openAddress: async (address, { signal, onBytes } = {}) => {
      calls.push(`open ${address}`);
      onBytes?.(300_000);
      await Promise.race([options.address?.until ?? Promise.resolve(), ...(signal ? [aborted(signal)] : [])]);
      if (options.address?.refusal) throw options.address.refusal;
      hosted = options.address?.hosted ?? null;
      collection = { ...collection, id: 'collection-2', name: 'Laid out' };
      return enter();
    },
    view: async () => view(),
    refresh: async () => view(),
    follow: async function* () {
      for (const change of options.otherTab ?? []) {
        await change;
        generation++;
        yield view();
      }
      if (!options.otherTabGone) return;
      await options.otherTabGone;
      writable = true;
      yield view();
    },
    add,
    warmUp: async (tag) => void calls.push(`warmUp ${tag}`),
    give: async (name, sources) => handedOver.give(name, sources),
    holdBack: async () => undefined,
    pause: async () => {
      calls.push('pause');
      paused = true;
    },
    resume,
    retry: () => changed('retry', () => undefined),
    answer: () => changed('answer', () => undefined),
    settle,
    removeDocuments: (ids) =>
      changed('removeDocuments', () => (documents = documents.filter((item) => !ids.includes(item.id)))),
    dismiss: async (path) => {
      pending = pending.filter((source) => source.path !== path);
      failed = failed.filter((line) => line.path !== path);
      offered = offered.filter((source) => source.path !== path);
    },
    reread: () => changed('reread', () => undefined),
    tabular: async () => ({
      columns: [
        { name: 'title', sample: 'Flood of 1903', averageLength: 12 },
        { name: 'body', sample: 'The water rose in the night.', averageLength: 90 },
      ],
      rows: 120,
      suggestion: { textColumns: ['body'], titleColumn: 'title' },
    }),
    configure: (step, values) =>
      changed('configure', () => void configured.set(step, { ...configured.get(step), ...values })),
    embeddingPlan: async () => null,
    embed: () => changed('embed', () => undefined),
    modelPlan: async (parameters, { extras } = {}) => options.model?.plan(parameters ?? {}, extras) ?? null,
    indexWithModel: async function* (parameters = {}, { signal, begins = false, extras = {} } = {}) {
      const asked = Object.keys(extras).length > 0 ? ` ${JSON.stringify(extras)}` : '';
      const how = begins ? 'begins' : 'goes on';
      calls.push(`indexWithModel ${how} ${JSON.stringify(parameters)}${asked}`);
      modelPaused = false;
      for (const event of options.model?.events ?? []) {
        if (event.kind === 'model') modelRun = event.run;
        yield event;
        await wait(pace);
        signal?.throwIfAborted();
        if (modelPaused) return;
      }
      if (options.model?.refusal !== undefined) throw new ModelError(options.model.refusal);
      if (modelRun) modelRun = { ...modelRun, phase: 'done' };
      yield committed();
    },
    writeReport: async function* (community, { again = false, background = false, signal } = {}) {
      const how = `${again ? ' again' : ''}${background ? ' in the background' : ''}`;
      await wait(background ? pace : 0);
      calls.push(`writeReport ${String(community)}${how}`);
      signal?.throwIfAborted();
      if (background && options.toWrite?.refusal) throw options.toWrite.refusal(community);
      unwritten.delete(community);
      yield committed();
    },
    reportsToWrite: async ({ communities = [], reportIds = [] }) => {
      calls.push(`reportsToWrite ${[...communities, ...reportIds].join(' ')}`);
      if (!options.toWrite) return null;
      const { reports, refusal: _refusal, ...rest } = options.toWrite;
      return { ...rest, reports: reports.filter(({ community }) => unwritten.has(community)) };
    },
    extractionRuns: async () => options.model?.layers ?? [],
    revertRuns: async function* (layers) {
      yield* changed(`revertRuns ${layers.join(', ')}`, () => {
        modelRun = options.model?.runBefore ?? null;
      });
      await options.model?.takenBack;
      yield committed();
    },
    writeContext: (id, offset) => changed(`writeContext ${id} ${String(offset)}`, () => undefined),
    writeSummary: (id) => changed(`writeSummary ${id}`, () => undefined),
    nameThemes: (id) => changed(`nameThemes ${id}`, () => undefined),
    describeEntity: (id) => changed(`describeEntity ${id}`, () => undefined),
    passagesToTry: async (count) =>
      documents
        .slice(0, count)
        .map(({ id, title, text }) => ({ text_unit_id: `unit-${id}`, documentTitle: title, text, start: 0 })),
    tryPassage: (request, call) => trial(`tryPassage ${JSON.stringify(request)}`, options.model?.trial, call),
    tuneReading: (call) => trial('tuneReading', options.model?.tuning, call),
    pauseModelIndex: async () => {
      calls.push('pauseModelIndex');
      void Promise.resolve(options.model?.inFlight).then(() => (modelPaused = true));
    },
    wakeModelIndex: async () => void calls.push('wakeModelIndex'),
    leaveModelIndex: async function* (how) {
      yield { kind: 'stage', stage: 'Community reports', done: 8, total: 16, unit: 'communities', fraction: 0.5 };
      await wait(pace);
      yield* changed(`leaveModelIndex ${how}`, () => {
        if (modelRun) modelRun = { ...modelRun, phase: how, failure: null };
      });
    },
    search,
    steer: async (id, question, how) => void calls.push(`steer ${id} ${how} ${question}`),
    followUps: async (conversation, id) => {
      calls.push(`followUps ${conversation}`);
      const followUps = { questions: ['Who is Ada Marsh?', 'What is said about the ledger?'], method: 'extractive' };
      return conversations.changeTurn(conversation, id, (turn) => (turn ? { ...turn, followUps } : null));
    },
    find: async (text, limit) => ({
      documents: documents
        .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
        .slice(0, limit)
        .map(({ id, title, path }) => ({ kind: 'document', id, title, note: path })),
      entities: TARGETS.filter((target) => target.kind === 'entity')
        .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
        .map((target) => ({ kind: 'entity', id: target.id, title: target.title, note: 'person', target })),
      reports: TARGETS.filter((target) => target.kind === 'report')
        .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
        .map((target) => ({ kind: 'report', id: 'report-1', title: target.title, note: 'on 12 entities', target })),
    }),
    searchCost: async (request) => {
      calls.push(`searchCost ${request.mode}`);
      return fakeCost(request, options.searchModel ?? null);
    },
    searchParameters: async () => SEARCH_GROUPS,
    prompts: async () => PROMPTS,
    findText: async () => FIND,
    overview: async () => OVERVIEW,
    document: async (id) => documents.find((item) => item.id === id) ?? null,
    original: async () => new Blob(['original']),
    secondsPerPage: async () => options.secondsPerPage ?? null,
    evidence: async (target) => ({ ...evidenceOf(documents, target), ...options.evidence }),
    ...explored,
    ...fakeViews(options.views ?? {}, calls),
    ...fakeEvaluation({ documents: () => documents, calls, ...options.evaluation }),
    ...fakeNotes({
      documents: () => documents,
      turn: async (id) => (await conversations.findTurns(collection.id, [id]))[0]?.turn ?? null,
      changed: () => void (notes += 1),
      calls,
    }),
    steps: async () => [
      ...(await explored.steps()),
      ...(options.model ? MODEL_STEPS.map((step) => described(step, configured.get(step.name))) : []),
    ],
    sql: async (query) => {
      calls.push(`sql ${query}`);
      if (query.includes('wrong')) return { kind: 'refused', words: 'Parser Error: wrong', line: 2 };
      const columns = [
        { name: 'title', type: 'VARCHAR' },
        { name: 'degree', type: 'BIGINT' },
      ];
      return { kind: 'result', columns, count: 120, isCut: false };
    },
    sqlRows: async (offset, limit) =>
      Array.from({ length: Math.min(limit, 120 - offset) }, (_, at) => [
        `Entity ${offset + at}`,
        at === 1 ? null : '7',
      ]),
    sqlCsv: async () => new Blob(['title,degree']),
    table: async (query) => {
      await options.tables;
      return explored.table(query);
    },
    setting: async (name) => settings.get(name) ?? null,
    changeSetting: async (name, parts) => {
      const whole = { ...(settings.get(name) as object | undefined), ...parts };
      settings.set(name, whole);
      return whole;
    },
    tryModel: async function* (prompt, call = {}) {
      if (options.trial) return yield* options.trial(call);
      yield { kind: 'delta', text: `You said: ${prompt}` };
      const usage = { promptTokens: 4, completionTokens: 6, seconds: 0.5, decodeRate: 12, exact: true };
      yield { kind: 'reply', reply: { text: `You said: ${prompt}`, finish: 'stop', usage } };
    },
    keepApart: () => edited('keepApart'),
    namesakes: async (words) => options.namesakes?.filter(({ title }) => title.startsWith(words)) ?? [],
    entityTypes: async () => ['person', 'organization'],
    merge: (into, from) => edited(`merge ${from} into ${into}`),
    splitEntity: (_id, alias) => edited(`splitEntity ${alias}`),
    renameEntity: (_id, title) => edited(`renameEntity ${title}`),
    changeType: (_id, type) => edited(`changeType ${type}`),
    deleteEntity: () => edited('deleteEntity'),
    undo: (id) => changed(id.startsWith('edit-') ? `undo ${id}` : 'undo', () => void undone.add(id)),
    redo: (id) => changed('redo', () => void undone.delete(id)),
    edits: async () => (await explored.edits()).map((edit) => ({ ...edit, undone: undone.has(edit.id) })),
    conversations: () => conversations.list(collection.id),
    turns: (id, after) => readTurns(conversations, id, after),
    turn: async (id) => (await conversations.findTurns(collection.id, [id]))[0]?.turn ?? null,
    conversationsOf: async (ids) =>
      new Map((await conversations.findTurns(collection.id, ids)).map((one) => [one.turn.id, one.conversation])),
    keepTurn: async (id, turn) => {
      if (id !== null) {
        const change = await conversations.changeTurn(id, turn.id, () => turn);
        return change && { conversation: change.conversation, ...change.kept, changed: null };
      }
      const head = { id: `conversation-${++begun}`, collection: collection.id, title: turn.question };
      const conversation = await conversations.begin({ ...head, created: 1, updated: 1, turns: [turn] });
      return conversation && { conversation, place: 1, revision: 1, changed: null };
    },
    renameConversation: (id, title) => conversations.rename(id, title),
    waitingQuestions: async (id) => [...questions.values()].filter((asked) => asked.collection === id),
    keepQuestion: async (asked) => void questions.set(asked.id, asked),
    dropQuestion: async (id) => void questions.delete(id),
    removeConversation: (id) => conversations.remove(id),
    saveCopy: async () => new Blob(['copy']),
    kindOf: async () => 'documents',
    importFiles: async () => ({ record: collection, notes: '' }),
    exportChoices: async () => [
      {
        name: 'graphrag',
        title: 'GraphRAG tables',
        about: 'For other programs.',
        extension: 'graphrag.zip',
        mediaType: 'application/zip',
      },
    ],
    exportAs: async function* () {
      yield { kind: 'bytes', bytes: new Blob(['export']) } as const;
    },
    eraseEverything: async () => void calls.push('eraseEverything'),
    usage: async () => ({
      used: 48_200_000,
      quota: 9_300_000_000,
      persisted: false,
      inMemory: options.inMemory ?? false,
    }),
  };
}

/** A step with its defaults, or what was set instead. */
function described({ name, title, doc, parameters }: Step, values: Values = {}): StepDescription {
  return {
    name,
    title,
    doc,
    parameters: parameters.map((one) => ({ ...one, value: values[one.name] ?? one.default })),
  };
}

function answerOf(documents: readonly DocumentView[], length: number): Answer {
  const quotes = documents.map((document) => passageOf(document, document.attributes['quote'] ?? document.text));
  const passages = Array.from({ length: quotes.length === 0 ? 0 : length }, (_, at) =>
    passageEvidence(quotes[at % quotes.length], `unit-${String(at + 1)}`),
  ).flat();
  const reason = 'The question names Ada Marsh, so her neighbourhood is searched.';
  const items = [
    { kind: 'text unit', id: 'unit-1', title: 'The harbour book', score: 7.31, used: true },
    { kind: 'report', id: 'community-1', title: 'The harbour and its keepers', score: 3.02, used: false },
  ] as const;
  const sections = [{ name: 'Sources', tokens: 412, items }] as const;
  const trace = { mode: 'local', reason, sections, milliseconds: 138, modelCalls: 0 } as const;
  const evidence = { ...NO_EVIDENCE, passages };
  const words = { sentences: [], citations: [], notFound: passages.length === 0, stopped: false };
  return { mode: 'local', method: 'evidence', evidence, ...words, trace };
}

/** A passage that is one marked sentence. */
function passageEvidence(quote: Passage | undefined, textUnitId: string): readonly PassageEvidence[] {
  if (!quote) return [];
  const { document_id: documentId, documentTitle, page, start, end, quote: text } = quote;
  const range = { start, end };
  return [
    {
      ...{ textUnitId, documentId, documentTitle, page, headingPath: [], ...range, text, marks: [range], focus: range },
      ...{ head: '', language: 'en', score: 1, duplicates: [] },
    },
  ];
}

const WRITTEN = 'The harbour was kept.';

/** The same with a model's words, which cite a thing of each kind; it took them from two reports. */
function writtenAnswer(answer: Answer, method: string): Answer {
  const items = [1, 2].map((at) => ({
    kind: 'report' as const,
    id: `report-${String(at)}`,
    title: `Report ${String(at)}`,
    score: at,
    used: true,
  }));
  const quotes = answer.evidence.passages.map(({ documentId: document_id, start, end, documentTitle, page, text }) => ({
    ...{ document_id, start, end, documentTitle, page, quote: text },
  }));
  const citations = TARGETS.map((target, at): Citation => ({ number: at + 1, target, passages: quotes }));
  const at = { start: 0, end: WRITTEN.length };
  const sentences: readonly AnswerSentence[] = [
    { text: WRITTEN, citations: citations.map(({ number }) => number), at, verdict: 'quoted' },
  ];
  const sections = [...answer.trace.sections, { name: 'Reports' as const, tokens: 300, items }];
  return { ...answer, method, text: WRITTEN, sentences, citations, trace: { ...answer.trace, sections } };
}

function evidenceOf(documents: readonly DocumentView[], target: CitationTarget): EvidenceView {
  const passages = documents.map((document) => passageOf(document, document.attributes['quote'] ?? document.text));
  return {
    target,
    title: 'title' in target ? target.title : 'Passage',
    ...(target.kind === 'entity'
      ? { subtitle: '', type: 'person', aliases: ['Mrs Marsh'] }
      : { subtitle: 'Community of 12, broadest level, importance 7.5 of 10' }),
    method: 'extractive',
    text: 'The harbour office kept the ledger of ships, and Ada Marsh kept the harbour office.',
    findings: [{ summary: 'Ada Marsh led the harbour office', explanation: 'She signed every page.', passages }],
    passages,
    links: [
      { target: { kind: 'entity', id: 'entity-1', title: 'Ada Marsh' }, title: 'Ada Marsh', note: '', type: 'person' },
    ],
  };
}
