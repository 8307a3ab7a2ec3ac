import type { EvaluationFormat, EvaluationResults } from '../../core/engine/evaluation/evaluation-calls';
import type { Contestant, EvaluationQuestion, FigureName } from '../../core/evaluation/evaluation';
import { questionsCsv, questionsJson } from '../../core/evaluation/question-set';
import type { Figure } from '../../core/evaluation/measures/statistics';
import { BYTE_ORDER_MARK, csvLine } from '../../core/tables/csv';
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
  csv: ({ results }) => (results ? resultsCsv(results) : ''),
  markdown: ({ title, results }) => (results ? report(title, results) : ''),
};

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
  return [...parts, resultsMarkdown(results), `${words.intervals}\n`, ...honesty].join('\n');
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

const COLUMNS = ['mode', 'model', 'question', 'measure', 'value', 'low', 'high', 'n'];

/** Results as tidy CSV: a line for each mean, without a question, and then one for each value of a question. */
export function resultsCsv({ modes, questions }: Pick<EvaluationResults, 'modes' | 'questions'>): string {
  const named = ({ mode, model = null }: Contestant) => [modeName(mode), model] as const;
  const means = modes.flatMap(({ contestant, figures }) =>
    figures.map(({ name, figure: { mean, interval, n } }) => [
      ...[...named(contestant), null, measureName(name), mean, interval?.low, interval?.high, n],
    ]),
  );
  const values = questions.flatMap(({ question, modes: answered }) =>
    answered.flatMap(({ contestant, figures }) =>
      (Object.entries(figures) as readonly (readonly [FigureName, number])[]).map(([name, value]) => [
        ...[...named(contestant), question.question, measureName(name), value, null, null, 1],
      ]),
    ),
  );
  return BYTE_ORDER_MARK + [COLUMNS, ...means, ...values].map((cells) => csvLine(cells)).join('');
}

/** Results as a table of Markdown: a row for each measure, a column for each mode and model, with intervals and numbers of questions. */
export function resultsMarkdown({ modes }: Pick<EvaluationResults, 'modes'>): string {
  const measures = [...new Set(modes.flatMap(({ figures }) => figures.map(({ name }) => name)))];
  const rows = measures.map((name) => [
    measureName(name),
    ...modes.map(({ figures }) => cellText(figures.find((one) => one.name === name)?.figure)),
  ]);
  const isOne = new Set(modes.map(({ contestant }) => contestant.model)).size < 2;
  const columns = modes.map(({ contestant: { mode, model } }) =>
    isOne || !model ? modeName(mode) : `${modeName(mode)} · ${model.replaceAll('|', '\\|')}`,
  );
  const header = ['', ...columns];
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function cellText(figure: Figure | undefined): string {
  if (!figure) return '–';
  const shown = (value: number): string => String(Number(value.toPrecision(3)));
  const { mean, interval, n } = figure;
  const range = interval ? `${shown(interval.low)}–${shown(interval.high)}, ` : '';
  return `${shown(mean)} (${range}n = ${String(n)})`;
}
