import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import type { CollectionRecord } from '../../../src/core/ports/collections';
import { createEngine } from '../../../src/core/engine/engine';
import { inEnglish } from '../../../src/core/message';
import { packOverview } from '../../../src/core/overview/packed-overview';
import type { ConversationStore } from '../../../src/core/conversations/conversations';
import { KEPT_PARTS, type KeptPart } from '../../../src/core/ports/storage-parts';
import { TABLES, type TableName } from '../../../src/core/tables/tables';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { choiceOf, modesOf, typed } from '../../helpers/evaluated-letters';
import { bareTurn } from '../../helpers/kept-turn';
import { wordHashEmbedder } from '../../helpers/word-hash-embedder';
import { memoryContext, memoryFiles, memoryOptions } from '../storage/memory-parts';

const LETTERS = [
  'Ada met Mary in Lisbon. Mary left Lisbon. Ada and Mary saw Bruno. Bruno knew Mary. Clara met Bruno and Ada.',
  'Zorro wrote to Ada. Ada met Zorro. Clara knew Ada. Clara wrote to Bruno and Mary.',
  'Mary knows Rome.',
];
const NAMES = ['ada.txt', 'zorro.txt', 'rome.txt'];
const QUESTION = 'Who wrote to Ada?';
const EVALUATION = choiceOf({ contestants: modesOf('basic') });
/** Files that could not be read in an earlier visit: so many that the manifest's lists stand in a file of their own. */
const FAILED = Array.from({ length: 60 }, (_, at) => ({
  path: `a folder with a long name/scan number ${String(at)}.pdf`,
  byte_hash: String(at).padStart(64, '0'),
  reason: 'It has no text.',
}));

/** A disk as a visit has left it, with one of everything that a collection is kept in. */
async function visited(): Promise<Visited> {
  const disk = env();
  const engine = createEngine(disk.env);
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  for (const [at, text] of LETTERS.entries()) await collect(engine.add([textFile(NAMES[at] ?? '', text)]));
  const mary = (await engine.namesakes('Mary', 1))[0]?.id ?? '';
  await collect(engine.renameEntity(mary, 'Mary Shelley'));
  await engine.addNote(null);
  await engine.keepEvaluationQuestions([typed('asked', QUESTION)]);
  await collect(engine.evaluate(EVALUATION));
  await collect(engine.embed());
  await engine.keepTurn(null, bareTurn('first'));
  const overview = await engine.overview();
  await engine.open((await engine.createCollection('Other')).id);
  const { tables } = await disk.env.collections.open(id);
  await tables.commit({ state: { failed: FAILED } });
  const signal = new AbortController().signal;
  await tables.image.write(new Uint8Array(100), signal);
  await tables.positions.write(new Uint8Array(100), signal);
  await tables.overview.write(packOverview(overview, tables.generation), signal);
  await tables.close();
  const { conversations } = disk.options.records;
  return { id, files: disk.files.files, registry: disk.options.registry, conversations };
}

interface Visited {
  readonly id: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly registry: ReadonlyMap<string, CollectionRecord>;
  readonly conversations: ConversationStore;
}

let first: Promise<Visited> | undefined;

function env(before?: Visited) {
  const files = memoryFiles(new Map(before?.files));
  const options = memoryOptions(memoryContext(files));
  for (const [id, record] of before?.registry ?? new Map<string, CollectionRecord>()) options.registry.set(id, record);
  const conversations = before?.conversations ?? options.records.conversations;
  const records = { ...options.records, conversations };
  const collections = createCollections({ ...options, records, newId: randomUUID });
  return {
    files,
    options,
    env: testEnv({ collections, conversations, models: { embedder: async () => wordHashEmbedder() } }),
  };
}

/** The same disk in another visit. */
async function nextVisit() {
  first ??= visited();
  const before = await first;
  const disk = env(before);
  return { ...disk, id: before.id, paths: [...before.files.keys()].filter((path) => path.startsWith(`${before.id}/`)) };
}

type Visit = Awaited<ReturnType<typeof nextVisit>>;

const DAMAGE: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array | null>> = {
  missing: () => null,
  cut: (bytes) => bytes.slice(0, bytes.length >> 1),
  flipped: (bytes) => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)),
  'begun with other words': (bytes) => new Uint8Array([...new TextEncoder().encode('BURROW 99 '), ...bytes]),
};

function damage({ files: { files } }: Visit, paths: readonly string[], kind: string): void {
  for (const path of paths) {
    const after = DAMAGE[kind]?.(files.get(path) ?? new Uint8Array());
    if (after) files.set(path, after);
    else files.delete(path);
  }
}

/** Makes a check of the files of a part's place. */
function isAt(place: string): (path: string) => boolean {
  const patterns = place
    .split(', ')
    .map((one) => new RegExp(`^[^/]+/${one.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

const PARTS: readonly (readonly [string, KeptPart])[] = Object.entries(KEPT_PARTS);
const IN_FILES = PARTS.filter(([, { place }]) => !place.startsWith('IndexedDB'));

/** Only a model makes claims, and reports and summaries that are kept. */
const NOT_HERE = ['covariates', 'community_reports', 'summaries'];

/** Opens the collection as a person would, looks at everything, adds a document, asks, and leaves. */
async function useIt({ env: engineEnv, id }: Visit, added = 'late.txt') {
  const engine = createEngine(engineEnv);
  await engine.open(id);
  await collect(engine.resume());
  expect((await engine.overview()).words).toBeGreaterThan(0);
  const notes = await engine.notes();
  const edits = await engine.edits();
  await engine.evaluationQuestions();
  await engine.evaluationResults(EVALUATION);
  await collect(engine.add([textFile(added, `Ada sailed to Rome with ${added}.`)]));
  await collect(engine.embed());
  expect((await engine.overview()).documents.length).toBeGreaterThan(NAMES.length);
  const answer = (await collect(engine.search({ question: QUESTION, mode: 'basic' }))).at(-1);
  const view = await engine.view();
  const conversations = await engine.conversations();
  await engine.open((await engine.createCollection('Other again')).id);
  const { tables } = await engineEnv.collections.open(id);
  const names = Object.keys(TABLES) as TableName[];
  const rows = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await tables.read(name)] as const)),
  );
  const vectors = tables.vectors.sets().reduce((sum, set) => sum + set.rows, 0);
  await tables.close();
  const notices = view.failed
    .filter(({ path }) => !FAILED.some((one) => one.path === path))
    .map(({ reason }) => inEnglish(reason));
  const found = answer?.kind === 'answer' ? JSON.stringify(answer.answer.evidence) : '';
  return { view, rows, notices, found, notes: notes.length, edits: edits.length, vectors, conversations };
}

type Used = Awaited<ReturnType<typeof useIt>>;

/** Returns a person's content in the collection, without the numbers and times of its rows. */
const contentOf = ({ rows, conversations }: Used) => ({
  documents: sorted(rows['documents'], 'title', 'text'),
  passages: sorted(rows['text_units'], 'id', 'start', 'end'),
  records: sorted(rows['extractions'], 'document_id', 'key', 'starts'),
  entities: sorted(rows['entities'], 'title', 'text_unit_ids'),
  relationships: sorted(rows['relationships'], 'source', 'target', 'weight'),
  conversations: conversations.map(({ title }) => title),
});

const sorted = (rows: readonly object[] = [], ...names: readonly string[]): readonly string[] =>
  rows.map((row) => JSON.stringify(names.map((name) => (row as Record<string, unknown>)[name]))).sort();

let whole: Promise<Used> | undefined;
const wholeOne = (): Promise<Used> => (whole ??= nextVisit().then((visit) => useIt(visit)));

describe('every file of a collection', () => {
  it('is in the table of what its loss costs', async () => {
    const { paths } = await nextVisit();
    const unknown = paths.filter((path) => !IN_FILES.some(([, { place }]) => isAt(place)(path)));
    expect(unknown).toEqual([]);
    const missing = IN_FILES.filter(([, { place }]) => !paths.some(isAt(place))).map(([name]) => name);
    expect(missing).toEqual(NOT_HERE);
  });

  const cases = IN_FILES.filter(([name]) => !NOT_HERE.includes(name)).flatMap(([name, part]) =>
    Object.keys(DAMAGE).map((kind) => [name, kind, part] as const),
  );
  it.each(cases)(
    'of the part %s, %s: nothing else is lost, it is said, and the collection goes on',
    async (name, kind, part) => {
      const visit = await nextVisit();
      const [path] = visit.paths.filter(isAt(part.place));
      damage(visit, path === undefined ? [] : [path], kind);
      const [used, before] = [await useIt(visit), await wholeOne()];
      if (name === 'edits') expect(used.edits).toBe(0);
      else expect(contentOf(used)).toEqual(contentOf(before));
      expect(used.view.failed).toEqual(expect.arrayContaining(FAILED));
      expect(used.notes).toBe(name === 'notes' ? 0 : 1);
      expect(used.found).toContain('Zorro wrote to Ada');
      const notice = part.notice?.({ rows: 1, documents: 1, readAgain: 1, byModel: false });
      const silent = !notice || name === 'sources';
      expect(used.notices).toEqual(silent ? [] : [expect.stringContaining(inEnglish(notice).slice(0, 20))]);
      const again = await useIt(visit, 'later.txt');
      expect(again.notices).toEqual(used.notices);
      expect(again.view.documents.map((one) => one.path)).toEqual(expect.arrayContaining(NAMES));
    },
  );
});

describe('a collection of which neither copy of the manifest can be read', () => {
  const MANIFESTS = isAt(KEPT_PARTS.manifest.place);

  it.each(['missing', 'cut', 'flipped', 'begun with other words'])(
    'is rebuilt from what lies there, where they are %s: only settings and lists of the queue are lost',
    async (kind) => {
      const visit = await nextVisit();
      damage(visit, visit.paths.filter(MANIFESTS), kind);
      const [used, before] = [await useIt(visit), await wholeOne()];
      expect(contentOf(used)).toEqual(contentOf(before));
      expect([used.notes, used.edits, used.vectors]).toEqual([before.notes, before.edits, before.vectors]);
      expect(used.view.collection.name).toBe('Letters');
      expect(used.found).toContain('Zorro wrote to Ada');
      expect(used.notices.join()).toMatch(
        /rebuilt from what lies there\. Documents: 3\. Notes: 1\..*settings are as they were at first/,
      );
      const again = await useIt(visit, 'later.txt');
      expect(again.notices).toEqual(used.notices);
      expect(again.view.documents.map((one) => one.path)).toEqual([...NAMES, 'late.txt', 'later.txt']);
    },
  );

  it('keeps name and settings where only the lists of it are lost', async () => {
    const visit = await nextVisit();
    visit.options.registry.clear();
    damage(visit, visit.paths.filter(isAt(KEPT_PARTS.lists.place)), 'flipped');
    const used = await useIt(visit);
    expect(used.view.collection.name).toBe('Letters');
    expect(used.notices.join()).toMatch(/rebuilt/);
    expect(used.notices.join()).not.toMatch(/settings|name is lost/);
    expect(used.view.embeddings?.rows).toBeGreaterThan(0);
  });

  it('is in the list of collections where the catalogue is lost, too, and says that its name is', async () => {
    const visit = await nextVisit();
    visit.options.registry.clear();
    damage(visit, visit.paths.filter(MANIFESTS), 'missing');
    const [used, before] = [await useIt(visit), await wholeOne()];
    expect(used.view.collection.name).toBe('Recovered collection');
    expect(used.notices.join()).toMatch(/name is lost; give it one with Rename/);
    expect(contentOf(used)).toEqual(contentOf(before));
  });

  it('reads originals again that no document names, and says that their names are lost', async () => {
    const visit = await nextVisit();
    const { files } = visit.files;
    damage(visit, visit.paths.filter(MANIFESTS), 'cut');
    for (const path of visit.paths) if (path.includes('/tables/')) files.delete(path);
    const used = await useIt(visit);
    const paths = used.view.documents.map((one) => one.path).toSorted();
    expect(paths).toEqual(['Recovered file 1', 'Recovered file 2', 'Recovered file 3', 'late.txt']);
    expect(used.found).toContain('Zorro wrote to Ada');
    expect(used.notices.join()).toMatch(/read again, without their names: 3/);
  });

  it('counts what would be deleted with it without writing anything', async () => {
    const visit = await nextVisit();
    damage(visit, visit.paths.filter(MANIFESTS), 'missing');
    const before = [...visit.files.files.keys()];
    const contents = await createEngine(visit.env).collectionContents(visit.id);
    expect(contents).toEqual({ documents: 3, originals: 3, notes: 1, conversations: 1 });
    expect([...visit.files.files.keys()]).toEqual(before);
  });

  const NEWER: Readonly<Record<string, object>> = {
    'another seal': { format: 99, sha256: { of: 'something else' } },
    'a seal of other bytes': { format: 99, sha256: 'a'.repeat(64) },
    'no seal': { format: 99 },
    'lists of another layout': { format: 99, lists: { texts: 'elsewhere' }, shards: ['?'] },
  };
  const COPIES = ['manifest.json', 'copy/manifest.json'];
  const cases = Object.keys(NEWER).flatMap((kind) =>
    [COPIES, ...COPIES.map((copy) => [copy])].map((copies) => [kind, copies] as const),
  );
  it.each(cases)('is left alone where a newer Burrow wrote it with %s as %j', async (kind, copies) => {
    const visit = await nextVisit();
    damage(visit, visit.paths.filter(MANIFESTS), 'cut');
    for (const copy of copies)
      visit.files.files.set(`${visit.id}/${copy}`, new TextEncoder().encode(JSON.stringify(NEWER[kind])));
    const before = new Map(visit.files.files);
    await expect(createEngine(visit.env).open(visit.id)).rejects.toThrow('written by a newer Burrow');
    expect(visit.files.files).toEqual(before);
  });
});
