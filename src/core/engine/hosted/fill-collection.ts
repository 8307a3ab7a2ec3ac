import { isSameMessage, message, joinMessages, type Message } from '../../message';
import { hasTrait, reasonOf, StorageError } from '../../errors';
import { type Gathered, gather, gatherCommunity, gatherEntity } from '../../hosted/gather';
import { openHostedIndex, readTitlePage, type HostedIndex } from '../../hosted/hosted-index';
import type { IndexTables, CommunityRow, EntityRow } from '../../tables/tables';
import { fillTables } from '../../index/index-tables';
import type { CallOptions, Clock } from '../../platform';
import type { HostedState } from '../../ports/index-state';
import { growingStatistics, type GrowingStatistics } from '../../retrieval/lexical/corpus-statistics';
import type { CitationTarget } from '../../search/evidence/evidence';
import type { SearchRequest } from '../../search/request/search-request';
import type { OpenCollection } from '../collections/open-collection';
import type { EngineEnv } from '../env';
import { abortable, anySignal, createMutex, withTimeout } from '../../async';
import { fetchedVectors } from './fetched-vectors';
import { questionMeaning } from './question-meaning';

/** Result of fetching. */
export interface Fetched {
  /**
   * Reason why the address cannot be read, so that local rows must do. Or, once, why the index is not compared by
   * meaning.
   */
  readonly note?: Message;
  readonly isWhole: boolean;
}

/** Fetches what is asked of a hosted collection, and keeps it. */
export interface HostedFilling {
  /** Fetches the rows that a question needs. Throws where nothing of the index is here, and nothing can be fetched. */
  forQuestion(request: SearchRequest, options?: CallOptions): Promise<Fetched>;
  /** Fetches the rows that the view of a thing needs. Rows that cannot be fetched are left out. */
  forTarget(target: CitationTarget, options?: CallOptions): Promise<void>;
}

/** Milliseconds that a question waits for a host: where something of the index is here already, and where nothing is. */
const FETCH_WAIT = { something: 5000, nothing: 30_000 } as const;

/** Milliseconds that a question to this collection waits for its host. */
export const fetchWait = (tables: IndexTables): number =>
  tables.documents.length > 0 ? FETCH_WAIT.something : FETCH_WAIT.nothing;

/**
 * The filling of an open collection; null for one of this browser. Running work ends with `life`, which is that of the
 * open collection.
 */
export function hostedFilling(open: OpenCollection, env: EngineEnv, life: AbortSignal): HostedFilling | null {
  const { hosted } = open.store.state;
  if (!hosted) return null;
  const turns = createMutex();
  let lastNote: Message = '';
  let opened: Promise<Opened> | undefined;
  const index = (): Promise<Opened> => {
    opened ??= openIndex(hosted, env);
    opened.catch(() => (opened = undefined)); // told to who asks; asked for anew next time
    return opened;
  };
  const fill = (what: (opened: Opened) => Promise<Gathered>, options: CallOptions): Promise<void> =>
    turns.run(async () => {
      try {
        const from = await abortable(index(), options.signal);
        const gathered = await what(from);
        await keep(open, from, gathered, { ...options, clock: env.clock });
      } catch (error) {
        if (!hasTrait(error, 'other content')) throw error;
        opened = undefined; // the next question reads the index anew
        throw (await isOtherEdition(hosted, env, options)) ? publishedAnew(hosted) : error;
      }
    });
  /**
   * Waits for a filling no longer than the screen promises. A late one continues, and is kept, where local rows can
   * answer meanwhile.
   */
  const inTime = async (run: (signal: AbortSignal) => Promise<void>, { signal }: CallOptions): Promise<void> => {
    const wait = fetchWait(open.tables);
    const over = new AbortController();
    const filled = run(anySignal(life, signal, over.signal));
    filled.catch(() => undefined); // told below while it is waited for
    const error = tooLate(hosted, wait);
    try {
      await withTimeout(filled, wait, { timer: env.timer, signal, error });
    } catch (reason) {
      if (wait === FETCH_WAIT.nothing) over.abort(reason);
      throw reason;
    }
  };
  return {
    async forQuestion(request, options = {}) {
      let note: Message | undefined;
      try {
        const fillFor = (signal: AbortSignal): Promise<void> =>
          fill(
            async ({ index, statistics }) => {
              const meaning = questionMeaning(index, request.question, env, { signal });
              const nearest = meaning.then((found) => found.nearest);
              nearest.catch(() => undefined); // told to who waits for it
              const gathered = await gather(index, statistics, request, { signal, nearest });
              ({ note } = await meaning);
              return gathered;
            },
            { signal },
          );
        await inTime(fillFor, options);
        if (note === undefined || isSameMessage(note, lastNote)) return { isWhole: true };
        lastNote = note;
        return { note, isWhole: true };
      } catch (error) {
        options.signal?.throwIfAborted();
        if (open.tables.documents.length === 0) throw error;
        const why = joinMessages(message`Only what was fetched before was searched.`, reasonOf(error));
        return { note: why, isWhole: false };
      }
    },
    async forTarget(target, options = {}) {
      if (target.kind !== 'entity' && target.kind !== 'report') return;
      const fillFor = (signal: AbortSignal): Promise<void> =>
        fill(
          ({ index, statistics }) =>
            target.kind === 'entity'
              ? gatherEntity(index, statistics, target.id, { signal })
              : gatherCommunity(index, statistics, target.community, { signal }),
          { signal },
        );
      await inTime(fillFor, options).catch(() => undefined); // what is here is shown
    },
  };
}

interface Opened {
  readonly index: HostedIndex;
  readonly statistics: GrowingStatistics;
  /** Bytes that were fetched before this visit. */
  readonly before: number;
}

async function openIndex(hosted: HostedState, env: EngineEnv): Promise<Opened> {
  const index = await openHostedIndex(hosted.address, env);
  const { title } = index;
  if (title.edition !== hosted.edition) throw publishedAnew(hosted);
  const { text_units, entities } = title.counts;
  const statistics = growingStatistics({ texts: text_units, entities, mostUnits: title.mostUnits });
  return { index, statistics, before: hosted.fetched };
}

/** Checks if the address has another edition by now. False where that cannot be checked. */
async function isOtherEdition(hosted: HostedState, env: EngineEnv, options: CallOptions): Promise<boolean> {
  try {
    return (await readTitlePage(hosted.address, env, options)).title.edition !== hosted.edition;
  } catch {
    return false;
  }
}

const publishedAnew = ({ address }: HostedState): StorageError =>
  new StorageError(
    message`The index at ${address} was published anew. What was fetched is kept as it was. Open the address again to ask the new one.`,
    { traits: ['says what was kept'] },
  );

function tooLate({ address }: HostedState, wait: number): StorageError {
  const [host, seconds] = [new URL(address).host, wait / 1000];
  const words =
    wait === FETCH_WAIT.nothing
      ? message`${host} has not sent what bears on this within ${seconds} seconds. Check the network, then ask again.`
      : message`${host} has not sent what bears on this within ${seconds} seconds. What still comes is there for the next question.`;
  return new StorageError(words, { detail: address, traits: ['says what was kept', 'fell silent'] });
}

/** Commits what of it is not here, and brings search up to it. */
async function keep(
  open: OpenCollection,
  { index, statistics, before }: Opened,
  gathered: Gathered,
  options: CallOptions & { readonly clock: Clock },
): Promise<void> {
  open.search.setStatistics(statistics);
  const { tables } = open;
  const known = new Set(tables.documents.map(({ id }) => id));
  const fresh = gathered.documents.filter(({ document }) => !known.has(document.id));
  const documents = fresh.map(({ document }) => document);
  const units = fresh.flatMap((leaf) => leaf.units);
  const next = withGathered(tables, gathered);
  const isNew = documents.length > 0 || next !== tables;
  const all = isNew
    ? fillTables({
        ...next,
        documents: [...tables.documents, ...documents],
        text_units: [...tables.text_units, ...units],
      })
    : tables;
  const { hosted } = open.store.state;
  if (isNew && !open.store.writable) throw readOnly();
  const { vectors, embedding } = await fetchedVectors(open, index.title.vectors, gathered.nearest, all, options);
  if (hosted && open.store.writable && (isNew || vectors.length > 0)) {
    const { entities, relationships, covariates, communities, community_reports } = all;
    await open.store.commitDerived({ entities, relationships, covariates, communities, community_reports }, () => ({
      append: { documents, text_units: units, summaries: all.summaries.slice(tables.summaries.length) },
      vectors,
      state: { hosted: { ...hosted, fetched: before + index.fetched() }, ...(embedding && { embedding }) },
    }));
  }
  await open.search.refresh(options);
}

function readOnly(): StorageError {
  return new StorageError(
    message`Another tab is writing to this collection, so this tab can only read it. Close the other tab, then choose Refresh.`,
  );
}

/**
 * Communities whose parts are below them, and whose parents are above them and here: a host may send circles.
 */
function soundCommunities(rows: readonly CommunityRow[], known: readonly CommunityRow[]): readonly CommunityRow[] {
  const levels = new Map([...known, ...rows].map(({ community, level }) => [community, level]));
  return rows.flatMap((row) => {
    const above = row.parent === -1 ? -1 : (levels.get(row.parent) ?? Infinity);
    if (above >= row.level) return [];
    return [{ ...row, children: row.children.filter((child) => (levels.get(child) ?? Infinity) > row.level) }];
  });
}

/** The tables with what was gathered; the same object where nothing of it is new. */
function withGathered(tables: IndexTables, { entities, communities, summaries }: Gathered): IndexTables {
  const things = [
    ...entities.flatMap(({ entity, neighbours }) => [entity, ...neighbours]),
    ...communities.flatMap(({ members }) => members),
  ];
  const links = [...tables.relationships];
  const linked = merged(
    links,
    entities.flatMap(({ relationships }) => relationships),
  );
  const next: IndexTables = {
    ...tables,
    entities: merged(tables.entities, things, isFuller),
    relationships: linked === links ? tables.relationships : linked,
    covariates: merged(
      tables.covariates,
      entities.flatMap(({ claims }) => claims),
    ),
    communities: merged(
      tables.communities,
      soundCommunities(
        communities.map(({ community }) => community),
        tables.communities,
      ),
      hasMembers,
    ),
    community_reports: merged(
      tables.community_reports,
      communities.flatMap(({ report }) => report ?? []),
    ),
    summaries: merged(
      tables.summaries,
      summaries.map(({ summary }) => summary),
    ),
  };
  const names = Object.keys(next) as (keyof IndexTables)[];
  return names.every((name) => next[name] === tables[name]) ? tables : next;
}

const isFuller = (one: EntityRow, other: EntityRow): boolean => one.text_unit_ids.length > other.text_unit_ids.length;
const hasMembers = (one: CommunityRow, other: CommunityRow): boolean =>
  one.children.length === 0 && one.entity_ids.length > other.entity_ids.length;

/** The rows with those that come; one that is known is replaced where the other is better. */
function merged<R extends { readonly id: string }>(
  rows: readonly R[],
  come: readonly R[],
  isBetter: (one: R, other: R) => boolean = () => false,
): readonly R[] {
  const places = new Map(rows.map(({ id }, at) => [id, at]));
  const next = [...rows];
  let isChanged = false;
  for (const row of come) {
    const at = places.get(row.id);
    const other = at === undefined ? undefined : next[at];
    if (other && !isBetter(row, other)) continue;
    isChanged = true;
    if (at !== undefined) next[at] = row;
    else places.set(row.id, next.push(row) - 1);
  }
  return isChanged ? next : rows;
}
