import { hasTrait, ParseError, reasonOf } from '../../errors';
import { isMarker } from '../../extract/extraction-status';
import { type DocumentPart, indexDocument, indexInParts, isLong, PART_CHARACTERS } from '../../index/pipeline';
import type { DocumentRows } from '../../index/step';
import type { IndexState } from '../../ports/index-state';
import type { TableChange } from '../../ports/collections';
import { documentUnits } from '../../tables/document-units';
import type { DocumentRow, ExtractionRow, TextUnitRow } from '../../tables/tables';
import type { OpenCollection } from '../collections/open-collection';
import { viewOf } from '../collections/collection-view';
import type { ReadingRun } from './reading-progress';

/**
 * Makes text units and records of documents from their kept text, where the state says so, and commits them in batches. A long document that
 * has none yet is made in parts: each can be asked once it is kept, and after an interruption the next one follows.
 */
export async function makeDocuments(run: ReadingRun): Promise<void> {
  const { open, signal } = run;
  for (;;) {
    const waiting = new Set(open.store.state.reindex);
    if (waiting.size === 0) return;
    signal.throwIfAborted();
    const documents = open.tables.documents.filter(({ id }) => waiting.has(id));
    const short = batchOf(documents.filter((document) => !isMadeInParts(open, document)));
    const long = documents.find((document) => isMadeInParts(open, document));
    if (short.length === 0 && long) await makeInParts(run, long);
    else await makeBatch(run, short);
  }
}

/** Whether a document is long and has no text units yet but those of its first parts. */
function isMadeInParts({ store, tables }: OpenCollection, document: DocumentRow): boolean {
  if (!isLong(document)) return false;
  const { partly } = store.state;
  const made = documentUnits(tables.text_units).get(document.id)?.length ?? 0;
  return made === (partly?.id === document.id ? partly.units : 0);
}

/** The first documents, up to about as much text as is committed together. */
function batchOf(documents: readonly DocumentRow[]): readonly DocumentRow[] {
  let characters = 0;
  return documents.filter(({ text }) => {
    const isIn = characters <= PART_CHARACTERS;
    characters += text.length;
    return isIn;
  });
}

/** Makes a document part by part. While one is committed, the next is made. */
async function makeInParts(run: ReadingRun, document: DocumentRow): Promise<void> {
  const { open, env, signal, reading } = run;
  const { parameters, partly } = open.store.state;
  const from = partly?.id === document.id ? partly.units : 0;
  const ports = { mentions: env.mentions, clock: env.clock, signal, from };
  const onFraction = (part: number): void => reading.make(document, Math.min(0.99, part));
  let keeping: Promise<boolean> = Promise.resolve(true);
  try {
    for await (const part of indexInParts(document, parameters, { ...ports, onFraction })) {
      if (!(await keeping)) return;
      keeping = keepPart(run, document, part);
      keeping.catch(() => undefined); // told where it is awaited
    }
    await keeping;
  } catch (error) {
    await keeping.catch(() => undefined);
    signal.throwIfAborted();
    if (!(error instanceof ParseError)) throw error;
    await giveUp(run, document, error);
  }
}

/** Removes a document whose text could not be read to its end, and says so as of any other source. */
async function giveUp({ open, emit }: ReadingRun, document: DocumentRow, error: ParseError): Promise<void> {
  const { source_path: path, byte_hash } = document;
  const failure = { reason: reasonOf(error), ...(hasTrait(error, 'worth another try') ? { again: true } : {}) };
  await open.commit((state) => ({
    removeDocuments: [document.id],
    state: {
      reindex: without(state, new Set([document.id])),
      partly: undefined,
      failed: [...state.failed.filter((one) => one.path !== path), { path, byte_hash, ...failure }],
      derived: false,
    },
  }));
  emit({ kind: 'source', path, state: 'failed', ...failure });
}

/** Commits a part and brings search up to it. False where the document is gone, or is to be made anew. */
async function keepPart(
  { open, emit, signal, reading }: ReadingRun,
  document: DocumentRow,
  { text_units, extractions, end, isLast }: DocumentPart,
): Promise<boolean> {
  let isKept = false;
  const build = (state: IndexState): TableChange => {
    isKept = state.reindex?.includes(document.id) === true && isMadeInParts(open, document);
    if (!isKept) return {};
    const counters = { ...state.counters };
    return {
      append: { text_units: numberedUnits(text_units, counters), extractions },
      state: {
        reindex: isLast ? without(state, new Set([document.id])) : (state.reindex ?? []),
        partly: isLast ? undefined : { id: document.id, units: end },
        counters,
        derived: false,
      },
    };
  };
  await open.commit(build);
  if (!isKept) return false;
  await open.refreshIndex({ signal });
  if (isLast) {
    reading.make(document, 1);
    emit({ kind: 'source', path: document.source_path, state: 'read', documentIds: [document.id] });
  }
  emit({ kind: 'committed', view: viewOf(open) });
  return true;
}

async function makeBatch(run: ReadingRun, documents: readonly DocumentRow[]): Promise<void> {
  const { open, env, signal, reading } = run;
  const batch: DocumentRows[] = [];
  for (const document of documents) {
    signal.throwIfAborted();
    const onFraction = (part: number): void => reading.make(document, Math.min(0.99, part));
    const ports = { mentions: env.mentions, clock: env.clock, signal, onFraction };
    batch.push(await indexDocument(document, open.store.state.parameters, ports));
  }
  await commitBatch(open, batch);
  for (const document of documents) reading.make(document, 1);
}

/**
 * Replaces the rows of these documents, and keeps what models read in unchanged passages. An empty batch means that the others were
 * deleted meanwhile.
 */
async function commitBatch(open: OpenCollection, batch: readonly DocumentRows[]): Promise<void> {
  const ids = new Set(batch.map(({ document }) => document.id));
  const read = await readByModels(open, batch);
  return open.commit((state) => {
    const counters = { ...state.counters };
    return {
      removeDocuments: [...ids],
      append: {
        documents: batch.map(({ document }) => document),
        text_units: numberedUnits(
          batch.flatMap(({ text_units }) => text_units),
          counters,
        ),
        extractions: [...batch.flatMap(({ extractions }) => extractions), ...read],
      },
      state: {
        reindex: ids.size === 0 ? [] : without(state, ids),
        ...(state.partly && ids.has(state.partly.id) ? { partly: undefined } : {}),
        counters,
      },
    };
  });
}

const without = ({ reindex = [] }: IndexState, ids: ReadonlySet<string>): readonly string[] =>
  reindex.filter((id) => !ids.has(id));

/** Text units with their numbers, which raise the counter. */
function numberedUnits(units: readonly TextUnitRow[], counters: Record<string, number>): readonly TextUnitRow[] {
  let next = counters['text_units'] ?? -1;
  const numbered = units.map((unit) => ({ ...unit, human_readable_id: ++next }));
  if (next >= 0) counters['text_units'] = next;
  return numbered;
}

/** Records by models of these documents. They fit the new text units, whose ids name the document and the place in its unchanged text. */
async function readByModels(open: OpenCollection, batch: readonly DocumentRows[]): Promise<readonly ExtractionRow[]> {
  if (!open.store.state.model) return [];
  const units = new Set(batch.flatMap(({ text_units }) => text_units.map(({ id }) => id)));
  const extractions = await open.store.read('extractions');
  const layers = new Set(extractions.filter(isMarker).map(({ layer }) => layer));
  return extractions.filter((row) => layers.has(row.layer) && units.has(row.text_unit_id));
}
