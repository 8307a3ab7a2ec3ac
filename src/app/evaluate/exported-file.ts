import type { EvaluationFormat, EvaluationResults } from '../../core/engine/evaluation/evaluation-calls';
import type { EvaluationQuestion } from '../../core/evaluation/evaluation';
import { questionsCsv, questionsJson } from '../../core/evaluation/formats/question-set';
import { resultsCsv, resultsMarkdown } from '../../core/evaluation/formats/results';
import { modeName } from '../words/answers';
import { messageText } from '../words/messages';
import { moment } from '../words/numbers';
import { evaluateWords } from '../words/screens/evaluate-words';
import { measureName } from './figures';

/** Formats that are written here, in the words of the screen. */
type OwnFormat = 'questions-csv' | 'questions-json' | 'csv' | 'markdown';

export type ExportFormat = EvaluationFormat | OwnFormat;

/** Formats of exports, each with the end of its file's name. `isByMode` for a file of each mode. */
export const EXPORTS: Readonly<Record<ExportFormat, { readonly extension: string; readonly isByMode: boolean }>> = {
  'questions-csv': { extension: 'csv', isByMode: false },
  'questions-json': { extension: 'json', isByMode: false },
  csv: { extension: 'csv', isByMode: false },
  markdown: { extension: 'md', isByMode: false },
  ragchecker: { extension: 'json', isByMode: true },
  'benchmark-qed-assertions': { extension: 'json', isByMode: false },
  'benchmark-qed-answers': { extension: 'json', isByMode: true },
  'benchmark-qed-retrieval': { extension: 'json', isByMode: true },
};

/** Content of an export. */
interface Exported {
  readonly title: string;
  readonly questions: readonly EvaluationQuestion[];
  readonly results: EvaluationResults | null;
}

const WRITERS: Readonly<Record<OwnFormat, (exported: Exported) => string>> = {
  'questions-csv': ({ questions }) => questionsCsv(questions),
  'questions-json': ({ questions }) => questionsJson(questions),
  csv: ({ results }) => (results ? resultsCsv(results, NAMES) : ''),
  markdown: ({ title, results }) => (results ? report(title, results) : ''),
};

const NAMES = { mode: modeName, measure: measureName };

export const isOwn = (format: ExportFormat): format is OwnFormat => Object.hasOwn(WRITERS, format);

export const ownFile = (format: OwnFormat, exported: Exported): Blob => new Blob([WRITERS[format](exported)]);

/** The table of results with its date, its questions, its models, and how far to believe it. */
function report(title: string, results: EvaluationResults): string {
  const { run, results: words } = evaluateWords();
  const models = [...new Set(results.modes.map(({ contestant }) => contestant.model ?? null))];
  const facts = [
    moment(Date.now()),
    words.questionCount(results.questions.length),
    ...models.map((model) => (model === null ? run.noModel : run.model(model))),
  ];
  const notes = results.notes.map((note) => `- ${messageText(note)}\n`);
  const honesty = notes.length > 0 ? [`## ${words.honesty}\n\n${notes.join('')}`] : [];
  const parts = [`# ${title}\n`, facts.map((fact) => `- ${fact}\n`).join('')];
  return [...parts, resultsMarkdown(results, NAMES), `${words.intervals}\n`, ...honesty].join('\n');
}

/** Reason why a format would be empty, in words; empty when it would not. */
export function lackOf(format: ExportFormat, { questions, results }: Omit<Exported, 'title'>): string {
  const { lacks } = evaluateWords().results;
  if (format === 'questions-csv' || format === 'questions-json') return '';
  if (format === 'benchmark-qed-assertions')
    return questions.some(({ isApproved, assertions }) => isApproved && assertions.length > 0) ? '' : lacks.assertions;
  if (!results || results.questions.every(({ modes }) => modes.length === 0)) return lacks.results;
  const isWritten = results.modes.some(({ contestant }) => (contestant.model ?? null) !== null);
  const needsAnswers = format === 'ragchecker' || format === 'benchmark-qed-answers';
  return needsAnswers && !isWritten ? lacks.answers : '';
}
