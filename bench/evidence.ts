import type { SearchMode } from '../src/core/search/request/search-request';
import { searchTables } from '../src/core/index/index-tables';
import { buildSearchIndex, type SearchIndex } from '../src/core/retrieval/index';
import { scopeOf } from '../src/core/search/context/scope';
import { passageEvidence } from '../src/core/search/evidence/passage-evidence';
import type { PassageEvidence } from '../src/core/search/evidence/evidence';
import { readQuestion } from '../src/core/search/request/question';
import { finish } from '../src/core/work';
import { askedCollections } from './lib/asked-collections';
import { bookWithLicence, licenceQuestions, LICENCES, type Licence } from './lib/marked-collections';
import { indexRows } from './lib/index-rows';
import { mean, pairedDifference } from './lib/bootstrap';
import { labelledIndex } from './lib/labelled-index';
import { ask } from './lib/measured-sample';
import { readLabelledSet } from './lib/recall';
import { table } from './lib/table';
import { holdTo, type Target } from './lib/targets';

/**
 * Measures the evidence that a person reads without a model. Counts how often the marked sentences of the first three
 * passages have the reference answer, and after how many characters. Plain BM25 with the same sentence formula is the
 * baseline. `npm run bench -- evidence [DIR]`, where DIR has `corpus.jsonl` and `questions.jsonl` with an `answer`
 * each; without one, the small collections in `bench/data/asked`. Half of the questions, `held out`, are for reading
 * figures alone. Fails where a question on the whole collection shows nothing.
 */
const FIRST = 3;
const MODES: readonly (SearchMode | 'bm25')[] = ['bm25', 'basic', 'local', 'auto'];

interface Asked {
  readonly question: string;
  /** Null where the texts do not answer. */
  readonly answer: string | null;
  readonly split: 'tune' | 'held out';
  readonly isWhole: boolean;
}

interface Collection {
  readonly name: string;
  readonly index: SearchIndex;
  readonly questions: readonly Asked[];
}

interface Reading {
  /** True if the marked sentences of the first passages have the answer; `shown` if their shown parts do. */
  readonly marked: boolean;
  readonly shown: boolean;
  /** Characters of what is shown up to the end of the first passage that holds the answer; all of them where none does. */
  readonly read: number;
  readonly milliseconds: number;
}

const wordsOf = ({ text, start }: PassageEvidence, range: { readonly start: number; readonly end: number }): string =>
  text.slice(range.start - start, range.end - start);
const numberOf = ({ marked }: Reading): number => Number(marked);
const folded = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();
const share = (values: readonly number[]): string => mean(values).toFixed(3);
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const [folder] = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const isVerbose = process.argv.includes('--show');
const collections = folder === undefined ? await ownCollections() : [await labelledCollection(folder)];
const targets: Target[] = [];
for (const split of ['tune', 'held out'] as const) await measureSplit(split);
await measureWhole();
if (folder === undefined) for (const licence of LICENCES) await measureLicence(licence);
holdTo(targets);

async function measureSplit(split: Asked['split']): Promise<void> {
  const readings = new Map<string, Reading[]>(MODES.map((mode) => [mode, []]));
  for (const { index, questions } of collections) {
    for (const asked of questions) {
      if (asked.split !== split || asked.isWhole || !asked.answer) continue;
      for (const mode of MODES) readings.get(mode)?.push(await reading(index, asked.question, asked.answer, mode));
    }
  }
  const plain = readings.get('bm25') ?? [];
  if (plain.length === 0) return console.log(`\n${split}: no question has an answer that can be looked for.`);
  console.log(`\n${split}: ${String(plain.length)} questions that the texts answer`);
  const rows = [...readings].map(([mode, own]) => {
    const { mean: gain, low, high } = pairedDifference(own.map(numberOf), plain.map(numberOf));
    return [
      mode,
      share(own.map(({ marked }) => Number(marked))),
      share(own.map(({ shown }) => Number(shown))),
      `${signed(gain)} (${signed(low)} to ${signed(high)})`,
      String(Math.round(median(own.map(({ read }) => read)))),
      `${mean(own.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms`,
    ];
  });
  console.log(
    table(['search', 'marked holds it', 'shown holds it', 'marked, against BM25', 'characters read', 'time'], rows),
  );
}

/** Questions on the collection as a whole. */
async function measureWhole(): Promise<void> {
  const given = ['What are the main themes?', 'Summarise the documents.', 'What are the main disagreements?'];
  let empty = 0;
  let all = 0;
  for (const { name, index, questions } of collections) {
    const own = questions.filter(({ isWhole }) => isWhole).map(({ question }) => question);
    for (const question of [...given, ...own]) {
      const { answer } = await ask(index, question, 'auto');
      const { passages, communities } = answer.evidence;
      all += 1;
      if (passages.length + communities.length > 0) continue;
      empty += 1;
      console.log(`Nothing is shown: ${name}: ${question}`);
    }
  }
  console.log(`\nQuestions on the whole that show nothing: ${String(empty)} of ${String(all)}`);
  targets.push({ name: 'empty whole-collection evidence', value: empty, atMost: 0 });
}

/** A book with a licence after it: how many of the first passages are of the licence, for questions that the text answers and for those on the licence. */
async function measureLicence(licence: Licence): Promise<void> {
  const { rows, ends } = await bookWithLicence(licence);
  const index = finish(buildSearchIndex(searchTables(indexRows(rows, '2026-11-01'))));
  const given = await licenceQuestions();
  const shown = async (questions: readonly string[]): Promise<readonly (readonly boolean[])[]> =>
    Promise.all(
      questions.map(async (question) => {
        const { passages } = (await ask(index, question, 'auto')).answer.evidence;
        return passages.slice(0, FIRST).map((one) => one.focus.start >= (ends.get(one.documentId) ?? Infinity));
      }),
    );
  const [text, own] = [await shown(given.text), await shown(given.licence[licence])];
  const first = (lists: readonly (readonly boolean[])[]): number => lists.filter(([one]) => one).length;
  console.log(
    `\nA book with the licence "${licence}": of the first ${String(FIRST)} passages for ${String(text.length)} questions on the text, ` +
      `${String(text.flat().filter(Boolean).length)} of the licence, ${String(first(text))} times first; ` +
      `first for ${String(first(own))} of ${String(own.length)} questions on the licence`,
  );
  targets.push({ name: `questions on the licence, ${licence}`, value: first(own) / own.length, atLeast: 1 });
}

async function reading(
  index: SearchIndex,
  question: string,
  answer: string,
  mode: SearchMode | 'bm25',
): Promise<Reading> {
  const started = performance.now();
  const passages =
    mode === 'bm25' ? plainPassages(index, question) : (await ask(index, question, mode)).answer.evidence.passages;
  const milliseconds = performance.now() - started;
  const first = passages.slice(0, FIRST);
  const wanted = folded(answer);
  const holds = (text: string): boolean => folded(text).includes(wanted);
  const marked = first.some((one) => holds(one.marks.map((mark) => wordsOf(one, mark)).join(' ')));
  const at = passages.findIndex((one) => holds(wordsOf(one, one.focus)));
  const read = passages
    .slice(0, at < 0 ? passages.length : at + 1)
    .reduce((sum, { focus }) => sum + focus.end - focus.start, 0);
  if (isVerbose && mode === 'auto' && !marked) console.log(`not marked: ${question} → ${answer}`);
  return { marked, shown: at >= 0 && at < FIRST, read, milliseconds };
}

/** The best passages by their words alone, with the same sentence formula. */
function plainPassages(index: SearchIndex, question: string): readonly PassageEvidence[] {
  const scope = scopeOf(index);
  const read = readQuestion(index, { question, mode: 'basic' });
  const asked = read.words.map(({ terms }) => terms);
  const hits = index.passages.bm25.search(asked, { k: 10, allow: scope.unit });
  return passageEvidence(index, read, hits, new Map());
}

async function ownCollections(): Promise<readonly Collection[]> {
  const own = await askedCollections();
  return own.map(({ name, index, questions }) => ({
    name,
    index,
    questions: questions.map(({ question, answer, breadth, split }) => ({
      question,
      answer: answer === '' ? null : answer,
      split,
      isWhole: breadth === 'broad',
    })),
  }));
}

/** Every second question is held out. */
async function labelledCollection(from: string): Promise<Collection> {
  const { passages, questions } = readLabelledSet(from);
  const index = finish(buildSearchIndex(searchTables(await labelledIndex(passages))));
  return {
    name: from,
    index,
    questions: questions.map(({ question, answer = null }, at) => ({
      question,
      answer,
      split: at % 2 === 0 ? 'tune' : 'held out',
      isWhole: false,
    })),
  };
}
