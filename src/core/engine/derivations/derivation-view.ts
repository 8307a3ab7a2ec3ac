import type { Derivation, DerivationView, PassageToRead, ReadingFacts, WantedItems } from '../../derivation/derivation';
import { tablesFor } from '../../derivation/table-use';
import type { ChatModelInfo } from '../../models/chat-model';
import type { CallOptions } from '../../platform';
import type { IndexState, RunExtras } from '../../ports/index-state';
import { reportDerivation } from '../../reports/model/report-derivation';
import type { IndexTables } from '../../tables/tables';
import type { OpenCollection } from '../collections/open-collection';
import type { EngineEnv } from '../env';
import { cachedExtractions } from '../model-index/cached-extractions';

/** With what a derivation works besides the tables. */
export interface ViewFacts extends CallOptions {
  readonly env: Pick<EngineEnv, 'clock'>;
  readonly parameters: IndexState['parameters'];
  readonly model: Pick<ChatModelInfo, 'title'> & { readonly contextWindow: number };
  readonly reading: ReadingFacts;
  /** Passages that are read before; missing means none. */
  readonly toRead?: readonly PassageToRead[];
}

/** The open collection as a derivation sees it. Reading a table that it does not name throws an Error. */
export function derivationView(
  open: OpenCollection,
  step: Pick<Derivation, 'name' | 'reads' | 'writes'>,
  { env, signal, toRead = [], ...facts }: ViewFacts,
): DerivationView {
  return {
    ...facts,
    toRead,
    clock: env.clock,
    ...(signal && { signal }),
    get tables() {
      return tablesFor(step, open.tables) as IndexTables;
    },
    records: async () => tablesFor(step, { extractions: await cachedExtractions(open.store) }).extractions,
    edits: async () => tablesFor(step, { edits: await open.store.read('edits') }).edits,
    vectors: async (field) => {
      const { embedding } = open.store.state;
      const loaded =
        embedding && (await open.vectors.of(embedding.model, { clock: env.clock, ...(signal && { signal }) }));
      return loaded?.fields.get(field);
    },
    once: (name, compute) => once(open.tables, name, compute),
  };
}

/** Items that a run makes besides those that are due by the parameters: all reports, and whatever another model wrote. */
export const wantedBy = (
  { name }: Pick<Derivation, 'name'>,
  { writeAgain, allReports }: RunExtras = {},
): WantedItems => ({
  again: writeAgain ? 'others' : undefined,
  all: allReports && name === reportDerivation.name,
});

const computed = new WeakMap<IndexTables, Map<string, Promise<unknown>>>();

/** Computes something once for these tables. */
function once<T>(tables: IndexTables, name: string, compute: () => Promise<T>): Promise<T> {
  const known = computed.get(tables) ?? new Map<string, Promise<unknown>>();
  computed.set(tables, known);
  const before = known.get(name);
  if (before) return before as Promise<T>;
  const value = compute();
  known.set(name, value);
  // An aborted attempt is no result.
  value.catch(() => known.get(name) === value && known.delete(name));
  return value;
}
