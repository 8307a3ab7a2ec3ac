import type { CallOptions } from '../platform';
import { createBm25, type Bm25, type WordTerms, POSTINGS_OF_A_TEXT } from '../retrieval/lexical/bm25';
import { findConcepts, longestMatches, type ConceptSource } from '../retrieval/lexical/concepts';
import { freezeLists } from '../retrieval/lexical/frozen-lists';
import { rankPassages } from '../retrieval/text-units';
import { needsOf } from '../search/modes/modes';
import { hasWords, readQuestionWords } from '../search/request/question-words';
import type { SearchRequest } from '../search/request/search-request';
import { DEFAULT_LEVEL } from '../search/search-parameters';
import { fuseDense, type Hit } from '../vectors/top-k';
import { finish } from '../work';
import type { HostedIndex } from './hosted-index';
import type { IndexLengths } from './lengths';
import type { CommunityLeaf, DocumentLeaf, EntityLeaf, SummaryLeaf } from './leaves';
import type { Nearest } from './nearest';
import type { GrowingStatistics } from '../retrieval/lexical/corpus-statistics';
import { numberOfEntity } from './short-ids';
import type { ListSection } from './title-page';

/** Leaves of an index for a question or a thing. */
export interface Gathered {
  readonly documents: readonly DocumentLeaf[];
  readonly entities: readonly EntityLeaf[];
  readonly communities: readonly CommunityLeaf[];
  readonly summaries: readonly SummaryLeaf[];
  /** Rows compared by meaning. */
  readonly nearest?: Nearest;
}

/** Limits of fetching for one question. */
interface GatherLimits {
  /** Text units whose documents are fetched, of those that words and one hop find. */
  readonly texts: number;
  readonly documents: number;
  readonly entities: number;
  readonly communities: number;
}

const LIMITS: GatherLimits = { texts: 40, documents: 28, entities: 24, communities: 24 };
/** Text units that are ranked, and that are fetched for a word alone so that no word of the question is missing. */
const POOL = 100;
const FOR_EACH_WORD = 1;
/** Entities of one name. */
const OF_ONE_NAME = 3;
/** Reports that are fetched for the question's words where they are not what it is answered from. */
const FEW_REPORTS = 4;
/** Nearest entities whose communities are fetched: some more than a question picks. */
const PICKED = 12;
/** Best text units whose entities are fetched. */
const READ_FOR_ENTITIES = 12;
/** Documents in which a named entity, a report or a summary is read up. */
const READ_UP = { named: 4, report: 2, onlyReport: 1, summary: 1 };
/** A hop leads to documents that lead nowhere else: more rounds find nothing. */
const MOST_ROUNDS = 3;

/**
 * Fetches what a question needs of an index. Documents are those that its words and one hop over rare names rank first. Entities are those that
 * it names, means or meets there, and reports are around these. What is `nearest` in meaning is fused with them, where it is given. The ranking is
 * that of search itself, over the lists of the whole index; search then ranks what was fetched once more. What was looked up goes into the
 * statistics.
 */
export async function gather(
  index: HostedIndex,
  statistics: GrowingStatistics,
  request: Pick<SearchRequest, 'question' | 'history' | 'mode'>,
  given: CallOptions & {
    readonly limits?: Partial<GatherLimits>;
    readonly nearest?: Promise<Nearest | undefined>;
  } = {},
): Promise<Gathered> {
  // What goes to another worker must be plain: no promise.
  const { limits: own, nearest: coming, ...options } = given;
  const limits = { ...LIMITS, ...own };
  index.warm();
  const texts = [request.question, ...(request.history ?? []).map(({ question }) => question)].filter(hasWords);
  const asked = texts.slice(0, 1 + MOST_EARLIER).map((text) => readQuestionWords(text, index.title.languages));
  const content = asked.flatMap((words) => words.content);
  const terms = [...new Set(content.flat())];
  const lookUp = (section: ListSection, keys: Iterable<string>) => index.lists(section, keys, options);
  const names = texts.slice(0, 1 + MOST_EARLIER).flatMap(runsOf);
  const [lengths, meant, words, concepts, entityNames, entityWords, reportWords] = await Promise.all([
    index.lengths(),
    coming,
    lookUp('words', terms),
    lookUp('concepts', names),
    lookUp('entity_names', names),
    lookUp('entity_words', terms),
    lookUp('report_words', terms),
  ]);
  statistics.noteAverageLength(lengths.texts.reduce((sum, one) => sum + one, 0) / Math.max(1, lengths.texts.length));
  const countIn = (lists: ReadonlyMap<string, Uint32Array>, key: string): number => lists.get(key)?.length ?? 0;
  statistics.noteTerms(terms.map((term) => [term, countIn(words, term), countIn(entityWords, term)]));
  statistics.noteConcepts([...concepts].map(([key, { length }]) => [key, length]));

  const isWhole = (asked[0]?.content.length ?? 0) === 0;
  const bm25 = indexOf(words, lengths.texts);
  const byMeaning = meant?.hits;
  const isOnReports = isWhole || needsOf(request.mode).reports;
  const mostReports = isOnReports ? limits.communities / 2 : FEW_REPORTS;
  const reportsByWords = indexOf(reportWords, lengths.reports)
    .search(content, { k: mostReports })
    .map(({ id, score }) => ({ id: lengths.communities[id] ?? -1, score }));
  const reports = fuseDense(reportsByWords, byMeaning?.community_full_content ?? [])
    .slice(0, mostReports)
    .map(({ id }) => id);
  const broadest = isOnReports ? index.title.broadest.slice(0, limits.communities) : [];
  const named = longestMatches(texts[0] ?? '', (key) => entityNames.has(key)).flatMap((key) => [
    ...(entityNames.get(key) ?? []).slice(0, OF_ONE_NAME),
  ]);
  const entitiesByWords = indexOf(entityWords, lengths.entities).search(content, { k: limits.entities });
  const likely = fuseDense(entitiesByWords, byMeaning?.entity_description ?? []).map(({ id }) => id);
  const documentOf = documentFinder(lengths);
  const inText = async () => {
    const nearest = byMeaning?.text_unit_text ?? [];
    const asked = { question: texts.join('\n'), content, concepts, bm25, nearest };
    const found = await findTexts({ index, lengths, statistics, options }, asked);
    const ranked = found.slice(0, limits.texts).map(({ id }) => id);
    const each = content.flatMap((word) => bm25.search([word], { k: FOR_EACH_WORD }).map(({ id }) => id));
    const numbers = new Set([...ranked, ...each].map(documentOf));
    const leaves = await index.leaves('documents', [...numbers].slice(0, limits.documents), options);
    return { leaves, mentioned: mentionedMost(ranked.slice(0, READ_FOR_ENTITIES), leaves, documentOf) };
  };
  const surest = [...new Set([...named, ...likely.slice(0, limits.entities / 2)])].slice(0, limits.entities);
  const [found, surely, onReports] = await Promise.all([
    inText(),
    index.leaves('entities', surest, options),
    index.leaves('communities', [...reports, ...broadest], options),
  ]);

  const nearest = [...new Set([...surest, ...found.mentioned, ...likely])].slice(0, limits.entities);
  const others = await index.leaves('entities', nearest.slice(surest.length), options);
  const entities = new Map([...surely, ...others]);
  const around = nearest
    .slice(0, PICKED)
    .flatMap((number) => entities.get(number)?.communities.slice(0, 1 + DEFAULT_LEVEL) ?? []);
  const above = [...onReports.values()].flatMap(({ ancestors }) => ancestors);
  const missing = [...above, ...around].filter((number) => !onReports.has(number));
  const readUp = [
    ...named.flatMap((number) => entities.get(number)?.documents.slice(0, READ_UP.named) ?? []),
    ...reports.flatMap(
      (number) => onReports.get(number)?.documents.slice(0, isOnReports ? READ_UP.report : READ_UP.onlyReport) ?? [],
    ),
    ...broadest.flatMap((number) => onReports.get(number)?.documents.slice(0, READ_UP.onlyReport) ?? []),
  ];
  const [placed, read] = await Promise.all([
    index.leaves('communities', missing, options),
    index.leaves(
      'documents',
      readUp.filter((number) => !found.leaves.has(number)),
      options,
    ),
  ]);
  const communities = new Map([...onReports, ...placed]);
  const both = new Map([...found.leaves, ...read]);
  const { documents, summaries } = needsOf(request.mode).summaries
    ? await withSummaries(index, both, content, options)
    : { documents: both, summaries: [] };
  statistics.noteCommunities([...communities].map(([number, { units, covers }]) => [number, units, covers]));
  noteConceptsOf(documents.values(), statistics);
  return {
    documents: [...documents.values()],
    entities: [...entities.values()],
    communities: [...communities.values()],
    summaries,
    ...(meant && { nearest: meant }),
  };
}

/** Summaries that are fetched for their own words, and the terms of each, about. */
const SUMMARIES_BY_WORDS = 12;
const SUMMARY_TERMS = 40;

/** Numbers of the summaries that have most of the words. Room is made by what was fetched, never by what an index claims to have. */
function summariesByWords(lists: ReadonlyMap<string, Uint32Array>, content: readonly WordTerms[]): readonly number[] {
  if (lists.size === 0) return [];
  const last = Math.max(...[...lists.values()].map((list) => Math.floor((list.at(-1) ?? 0) / POSTINGS_OF_A_TEXT)));
  const lengths = new Float32Array(last + 1).fill(SUMMARY_TERMS);
  return indexOf(lists, lengths)
    .search(content, { k: SUMMARIES_BY_WORDS })
    .map(({ id }) => id);
}

/**
 * Fetches the broadest summaries and those that have most of the question's words, each with a document that it rests on. Then it fetches those that
 * stand on these documents and on the given ones, with all above them.
 */
async function withSummaries(
  index: HostedIndex,
  given: ReadonlyMap<number, DocumentLeaf>,
  content: readonly WordTerms[],
  options: CallOptions,
): Promise<{ readonly documents: ReadonlyMap<number, DocumentLeaf>; readonly summaries: readonly SummaryLeaf[] }> {
  const words = await index.lists('summary_words', new Set(content.flat()), options);
  const first = [...index.title.broadestSummaries, ...summariesByWords(words, content)];
  const broadest = await index.leaves('summaries', first, options);
  const under = [...broadest.values()].flatMap(({ documents }) => documents.slice(0, READ_UP.summary));
  const read = await index.leaves(
    'documents',
    under.filter((number) => !given.has(number)),
    options,
  );
  const documents = new Map([...given, ...read]);
  const own = await index.leaves(
    'summaries',
    [...documents.values()].flatMap(({ summaries }) => summaries),
    options,
  );
  const above = [...own.values()].flatMap(({ ancestors }) => ancestors);
  const ancestors = [...above, ...[...broadest.values()].flatMap((leaf) => leaf.ancestors)];
  const missing = ancestors.filter((number) => !own.has(number) && !broadest.has(number));
  const all = new Map([...broadest, ...own, ...(await index.leaves('summaries', missing, options))]);
  return { documents, summaries: [...all.values()] };
}

/** Questions of the conversation before this one that may lend it words. */
const MOST_EARLIER = 3;

/** Gathers the leaves of an entity, by its id, with the documents in which it is mentioned. */
export async function gatherEntity(
  index: HostedIndex,
  statistics: GrowingStatistics,
  id: string,
  options: CallOptions = {},
): Promise<Gathered> {
  const leaves = await index.leaves('entities', numberOfEntity(id), options);
  const own = [...leaves.values()].filter((leaf) => leaf.entity.id === id);
  return around(
    index,
    statistics,
    own,
    own.flatMap(({ communities }) => communities),
    options,
  );
}

/** A community with its report, by its number, and the documents that this rests on. */
export async function gatherCommunity(
  index: HostedIndex,
  statistics: GrowingStatistics,
  community: number,
  options: CallOptions = {},
): Promise<Gathered> {
  const own = (await index.leaves('communities', [community], options)).get(community);
  const gathered = await around(index, statistics, [], [community, ...(own?.community.children ?? [])], options);
  const documents = await index.leaves('documents', own?.documents ?? [], options);
  noteConceptsOf(documents.values(), statistics);
  return { ...gathered, documents: [...documents.values()] };
}

async function around(
  index: HostedIndex,
  statistics: GrowingStatistics,
  entities: readonly EntityLeaf[],
  numbers: readonly number[],
  options: CallOptions,
): Promise<Gathered> {
  const [communities, documents] = await Promise.all([
    withAncestors(index, numbers, options),
    index.leaves(
      'documents',
      entities.flatMap((leaf) => leaf.documents),
      options,
    ),
  ]);
  statistics.noteCommunities([...communities].map(([number, { units, covers }]) => [number, units, covers]));
  noteConceptsOf(documents.values(), statistics);
  return { entities, communities: [...communities.values()], documents: [...documents.values()], summaries: [] };
}

/** Every run of words of a text by which a name may be known. */
function runsOf(text: string): readonly string[] {
  const runs: string[] = [];
  longestMatches(text, (key) => {
    runs.push(key);
    return false;
  });
  return runs.filter((key) => key.length > 1);
}

/** A BM25 index of the lists that were looked up, with the lengths of all texts. */
const indexOf = (lists: ReadonlyMap<string, Uint32Array>, lengths: Float32Array): Bm25 =>
  createBm25({ postings: finish(freezeLists(lists)), lengths });

/** Environment of fetching: its index, and the statistics that grow with it. */
interface Fetching {
  readonly index: HostedIndex;
  readonly lengths: IndexLengths;
  readonly statistics: GrowingStatistics;
  readonly options: CallOptions;
}

/** A question, partly looked up. */
interface LookedUp {
  readonly question: string;
  readonly content: readonly WordTerms[];
  readonly concepts: ReadonlyMap<string, Uint32Array>;
  readonly bm25: Bm25;
  /** Text units nearest in meaning. */
  readonly nearest: readonly Hit[];
}

/** Text units by their words, one hop and meaning, best first; fetches the documents from which the hop goes out. */
async function findTexts(
  { index, lengths, statistics, options }: Fetching,
  { question, content, concepts, bm25, nearest }: LookedUp,
): Promise<readonly Hit[]> {
  const documentOf = documentFinder(lengths);
  const leaves = new Map<number, DocumentLeaf>();
  const rare = new Map<string, readonly number[]>([...concepts].map(([key, values]) => [key, [...values]]));
  const direct = bm25.search(content, { k: POOL });
  let missing = new Set<number>();
  const source: ConceptSource = {
    conceptsIn(text) {
      const leaf = leaves.get(documentOf(text));
      if (!leaf) missing.add(documentOf(text));
      return findConcepts(leaf?.units[text - leaf.first]?.text ?? '');
    },
    passages: (key) => (rare.get(key) ?? []).map((value) => ({ id: value >>> 1, about: (value & 1) === 1 })),
    frequency: (key) => rare.get(key)?.length ?? 0,
    namesIn: (text) => longestMatches(text, (key) => concepts.has(key)),
  };
  for (let round = 0; ; round++) {
    missing = new Set();
    const { languages } = index.title;
    const { hits } = rankPassages({ question, languages, words: content, direct, concepts: source, bm25 }, nearest);
    if (missing.size === 0 || round === MOST_ROUNDS) return hits;
    for (const [number, leaf] of await index.leaves('documents', missing, options)) {
      leaves.set(number, leaf);
      for (const [key, values] of leaf.concepts) rare.set(key, values);
    }
    noteConceptsOf(leaves.values(), statistics);
    // What the host does not have is not asked for again.
    if ([...missing].some((number) => !leaves.has(number))) return hits;
  }
}

function noteConceptsOf(leaves: Iterable<DocumentLeaf>, statistics: GrowingStatistics): void {
  for (const { concepts } of leaves) statistics.noteConcepts([...concepts].map(([key, { length }]) => [key, length]));
}

/** Makes a lookup of a text unit's document. */
function documentFinder({ firsts }: Pick<IndexLengths, 'firsts'>): (text: number) => number {
  return (text) => {
    let [low, high] = [0, firsts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((firsts[middle] ?? 0) <= text) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
}

/** Numbers of the entities that most of these text units mention, those of the better ones first. */
function mentionedMost(
  texts: readonly number[],
  leaves: ReadonlyMap<number, DocumentLeaf>,
  documentOf: (text: number) => number,
): readonly number[] {
  const counts = new Map<number, number>();
  for (const text of texts) {
    const leaf = leaves.get(documentOf(text));
    for (const entity of leaf?.mentions[text - leaf.first] ?? []) counts.set(entity, (counts.get(entity) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([entity]) => entity);
}

/** Communities with those that they are parts of, so that each has its place. */
async function withAncestors(
  index: HostedIndex,
  numbers: readonly number[],
  options: CallOptions,
): Promise<ReadonlyMap<number, CommunityLeaf>> {
  const own = await index.leaves('communities', numbers, options);
  const above = [...own.values()].flatMap(({ ancestors }) => ancestors).filter((number) => !own.has(number));
  return new Map([...own, ...(await index.leaves('communities', above, options))]);
}
