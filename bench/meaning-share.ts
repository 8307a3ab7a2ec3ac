// smoke: --help
import { parseArgs } from 'node:util';
import { searchTables } from '../src/core/index/index-tables';
import { randomNumbers } from '../src/core/random';
import { buildSearchIndex } from '../src/core/retrieval/index';
import { scopeOf } from '../src/core/search/context/scope';
import { rankInContext } from '../src/core/search/modes/contextual/ranking';
import { readQuestion } from '../src/core/search/request/question';
import { finish } from '../src/core/work';
import { givenEmbedder } from './lib/given-embedder';
import { denseSearches } from './lib/given-vectors';
import { labelledIndex } from './lib/labelled-index';
import { readLabelledSet } from './lib/recall';
import { table } from './lib/table';

const HELP = `Recall of Contextual on a labelled folder by the share of meaning and the rank constant, on two halves of its questions.

  npm run bench -- meaning-share DIR --embedder MODULE

Halves are drawn with a seed. The best pair of the first half is what the second one is reported for. DIR and MODULE: see "retrieval".`;

const SHARES = [0, 10, 20, 30, 40, 50, 80];
const CONSTANTS = [0, 60];
const DEPTHS = [1, 2, 5, 20];
const SEED = 40;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { embedder: { type: 'string' }, help: { type: 'boolean', default: false } },
});

/** Recall at each depth, for each question. */
type Recalls = readonly (readonly number[])[];

const meanAt = (recalls: Recalls, half: readonly number[], at: number): number =>
  half.reduce((sum, question) => sum + (recalls[question]?.[at] ?? 0), 0) / half.length;

async function measure(folder: string, module: string): Promise<void> {
  const set = readLabelledSet(folder);
  const tables = await labelledIndex(set.passages);
  const index = finish(buildSearchIndex(searchTables(tables)));
  const questions = set.questions.map(({ question }) => question);
  const embed = await givenEmbedder(module);
  const dense = await denseSearches({ index, tables, fields: ['text_unit_text'] }, questions, embed);
  const titles = new Map(tables.documents.map(({ id, title }) => [id, title]));
  const scope = scopeOf(index);
  const recallsBy = (share: number, constant: number): Recalls =>
    set.questions.map(({ question, evidence }) => {
      const parameters = { contextual: { meaning_share: share, rank_constant: constant } };
      const request = { question, mode: 'contextual', parameters } as const;
      const search = dense.get(question);
      const read = { ...readQuestion(index, request), ...(search && { dense: search }) };
      const hits = rankInContext({ index, claims: [], request, level: 0, question: read, scope });
      const found = [...new Set(hits.map(({ id }) => titles.get(index.unitAt.get(id)?.document_id ?? '') ?? ''))];
      return DEPTHS.map((k) => evidence.filter((one) => found.slice(0, k).includes(one)).length / evidence.length);
    });
  const random = randomNumbers(SEED);
  const isFirst = questions.map(() => random() < 0.5);
  const halves = [true, false].map((first) => [...questions.keys()].filter((at) => isFirst[at] === first));
  const rows = CONSTANTS.flatMap((constant) =>
    SHARES.map((share) => {
      const recalls = recallsBy(share, constant);
      return [share, constant, ...halves.flatMap((half) => DEPTHS.map((_, at) => meanAt(recalls, half, at)))];
    }),
  );
  const head = halves.flatMap(({ length }, at) =>
    DEPTHS.map((k) => `${'AB'[at] ?? ''} (${String(length)}) R@${String(k)}`),
  );
  const shown = rows.map((row) => row.map((value, at) => (at < 2 ? String(value) : value.toFixed(3))));
  console.log(table(['share of meaning, %', 'rank constant', ...head], shown));
}

const [folder] = positionals;
if (values.help || !folder || !values.embedder) console.log(HELP);
else await measure(folder, values.embedder);
