// smoke: --no-timing
import { parseArgs } from 'node:util';
import { searchTables } from '../src/core/index/index-tables';
import { expandByConcepts, EXPANSION } from '../src/core/retrieval/graph-expansion';
import { buildSearchIndex, type SearchIndex } from '../src/core/retrieval/index';
import { createPassageIndex } from '../src/core/retrieval/indexes/passage-index';
import { passageLanguage } from '../src/core/text/language';
import { terms } from '../src/core/text/terms';
import type { Reranker } from '../src/core/models/encoders';
import type { VectorField } from '../src/core/vectors/vector-store';
import { finish } from '../src/core/work';
import { EMBEDDER_HELP, givenEmbedder, type Embed } from './lib/given-embedder';
import { givenReranker } from './lib/given-cross-encoder';
import { denseSearches } from './lib/given-vectors';
import { labelledIndex } from './lib/labelled-index';
import { measuredSample } from './lib/measured-sample';
import { ranked, rankingsOf, reranked, type Ranking } from './lib/ranking';
import { readLabelledSet, type LabelledSet } from './lib/recall';
import { printRecall } from './lib/recall-report';
import { timeSynthetic } from './lib/recall-synthetic';
import { sampleQuestions } from './lib/sample-questions';
import { table } from './lib/table';
import { holdTo, type Target } from './lib/targets';

const HELP = `Recall of evidence of BM25 and each mode over an index without a model, with paired 95 % bootstrap intervals.

  npm run bench -- retrieval [DIR] [--embedder MODULE] [--reranker FOLDER] [--no-timing]

"contextual" counts the words of text and context together, "two fields" those of the better one.

Without DIR: the sample's questions. DIR: a folder with corpus.jsonl (id, title, text) and questions.jsonl (question, evidence as titles,
and kind where there are kinds). The hop's constants were chosen on the questions with an even number of one such folder (from 0); the odd
ones are the held-out half there. Fails where local finds less than basic, or another mode but global covers less at 20, on the sample's
multi-hop questions or on all of a folder. --no-timing leaves out the times over made-up text units.

With --reranker also each ranking with its first 30 text units sorted anew by a cross-encoder. FOLDER is a model's repository as
"git clone" makes it, with onnx/model.onnx or onnx/model_quantized.onnx; it runs in Node on WebAssembly, which takes long.

With --embedder also dense search alone and each mode with words and meaning; of a folder only text units are embedded.
${EMBEDDER_HELP}`;

const LARGE = 100_000;
/** As the app embeds by default. */
const FIELDS = ['text_unit_text', 'community_full_content', 'entity_description'] as const;
/** A labelled folder may have ten thousands of entities and reports: of these none is embedded. */
const FEW_FIELDS = ['text_unit_text'] as const;

async function dense(
  of: {
    readonly index: SearchIndex;
    readonly tables: Awaited<ReturnType<typeof labelledIndex>>;
    readonly fields: readonly VectorField[];
  },
  questions: readonly string[],
  embed: Embed | null,
) {
  return embed && denseSearches(of, questions, embed);
}

async function measureSample(embed: Embed | null, reranker: Reranker | null): Promise<readonly Target[]> {
  const { gold, tables, index } = await measuredSample();
  const asked = sampleQuestions(gold, tables);
  const questions = asked.map(({ question }) => question);
  console.log(`The sample without a model, ${String(tables.text_units.length)} text units`);
  const byMeaning = await dense({ index, tables, fields: FIELDS }, questions, embed);
  const rankings = await withReranker(rankingsOf(index, questions, byMeaning), questions, tables, reranker);
  return printRecall(asked, rankings, 'multi-hop');
}

async function measureFolder(
  folder: string,
  embed: Embed | null,
  reranker: Reranker | null,
): Promise<readonly Target[]> {
  const set = readLabelledSet(folder);
  const tables = await labelledIndex(set.passages);
  const index = finish(buildSearchIndex(searchTables(tables)));
  console.log('Hop constants', EXPANSION);
  console.log(
    `${folder}, indexed without a model: ${String(tables.text_units.length)} text units, ${String(tables.entities.length)} entities`,
  );
  const questions = set.questions.map(({ question }) => question);
  const byMeaning = await dense({ index, tables, fields: FEW_FIELDS }, questions, embed);
  const titles = new Map(tables.documents.map(({ id, title }) => [id, title]));
  const titleOf = new Map(tables.text_units.map(({ id, document_id }) => [id, titles.get(document_id) ?? '']));
  const rankings = await withReranker(rankingsOf(index, questions, byMeaning), questions, tables, reranker);
  const [bm25, ...modes] = rankings.map((one) => ({
    ...one,
    lists: one.lists.map((ids) => [...new Set(ids.map((id) => titleOf.get(id) ?? ''))]),
  }));
  const asked = set.questions.map(({ evidence, kind }, at) => ({
    groups: [at % 2 === 0 ? 'even' : 'odd, held out', ...(kind === undefined ? [] : [kind]), 'all'],
    holders: evidence.map((title) => [title]),
  }));
  return printRecall(asked, [...(bm25 ? [bm25] : []), ...passageRankings(set), ...modes], 'all');
}

/** The rankings, and each sorted anew where there is a reranker. */
async function withReranker(
  rankings: readonly Ranking[],
  questions: readonly string[],
  { text_units }: Awaited<ReturnType<typeof labelledIndex>>,
  reranker: Reranker | null,
): Promise<readonly Ranking[]> {
  if (!reranker) return rankings;
  const texts = new Map(text_units.map(({ id, text }) => [id, text]));
  const sorted: Ranking[] = [];
  for (const one of rankings) sorted.push(await reranked(one, questions, texts, reranker));
  return [...rankings, ...sorted];
}

/** The hop alone, over passages in which nothing else was found. */
function passageRankings({ passages, questions }: LabelledSet): readonly Ranking[] {
  const language = passageLanguage(passages.map(({ text }) => text).join('\n'), 'en');
  const languages = { own: language, document: language };
  const raw = createPassageIndex();
  passages.forEach(({ title, text }, id) => raw.add(id, { text, titles: [title], languages }));
  const untitled = createPassageIndex();
  passages.forEach(({ title, text }, id) => untitled.add(id, { text: `${title}. ${text}`, titles: [], languages }));
  const direct = (from: typeof raw, question: string) => from.bm25.search(terms(question, language), { k: 100 });
  const withHop = (from: typeof raw, question: string) =>
    expandByConcepts({
      question,
      languages: [language],
      words: terms(question, language).map((term) => [term]),
      direct: direct(from, question),
      concepts: from.concepts,
      bm25: from.bm25,
    }).hits;
  const titles = (hits: readonly { readonly id: number }[]) => hits.map(({ id }) => passages[id]?.title ?? '');
  const asked = questions.map(({ question }) => question);
  return [
    ranked('passages, BM25', asked, (question) => titles(direct(raw, question))),
    ranked('passages, BM25 + hop', asked, (question) => titles(withHop(raw, question))),
    ranked('passages, title as text', asked, (question) => titles(withHop(untitled, question))),
  ];
}

function printTiming(): void {
  const times = timeSynthetic(LARGE);
  const rows = [
    ['build, s', times.buildSeconds.toFixed(1)],
    ['BM25 query, median ms', times.bm25Median.toFixed(2)],
    ['BM25 query, slowest ms', times.bm25Slowest.toFixed(2)],
    ['BM25 + hop, median ms', times.hopMedian.toFixed(2)],
    ['BM25 + hop, slowest ms', times.hopSlowest.toFixed(2)],
    ['memory, MB', times.heapMegabytes.toFixed(0)],
  ];
  console.log(`\n${table([`${String(times.textUnits)} made-up text units of about 130 words`, ''], rows)}`);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    embedder: { type: 'string' },
    reranker: { type: 'string' },
    'no-timing': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(HELP);
else {
  const embed = values.embedder === undefined ? null : await givenEmbedder(values.embedder);
  const [folder] = positionals;
  const reranker = values.reranker === undefined ? null : await givenReranker(values.reranker);
  const targets = await (folder === undefined
    ? measureSample(embed, reranker)
    : measureFolder(folder, embed, reranker));
  if (!values['no-timing']) printTiming();
  holdTo(targets);
}
