import { BYTE_ORDER_MARK, csvLine } from '../../tables/csv';
import type { Contestant, EvaluationQuestion, FigureName } from '../evaluation';
import type { Figure } from '../measures/statistics';

/** Means of modes, in the order of the table of results, and the values of questions. */
interface Results {
  readonly modes: readonly {
    readonly contestant: Contestant;
    readonly figures: readonly { readonly name: FigureName; readonly figure: Figure }[];
  }[];
  readonly questions: readonly {
    readonly question: EvaluationQuestion;
    readonly modes: readonly {
      readonly contestant: Contestant;
      readonly figures: Readonly<Partial<Record<FigureName, number>>>;
    }[];
  }[];
}

/** Names as the screen shows them. */
export interface ResultNames {
  readonly mode: (mode: Contestant['mode']) => string;
  readonly measure: (name: FigureName) => string;
}

const COLUMNS = ['mode', 'model', 'question', 'measure', 'value', 'low', 'high', 'n'];

/** Results as tidy CSV: a line for each mean, without a question, and then one for each value of a question. */
export function resultsCsv({ modes, questions }: Results, names: ResultNames): string {
  const named = ({ mode, model = null }: Contestant) => [names.mode(mode), model] as const;
  const means = modes.flatMap(({ contestant, figures }) =>
    figures.map(({ name, figure: { mean, interval, n } }) => [
      ...[...named(contestant), null, names.measure(name), mean, interval?.low, interval?.high, n],
    ]),
  );
  const values = questions.flatMap(({ question, modes: answered }) =>
    answered.flatMap(({ contestant, figures }) =>
      (Object.entries(figures) as readonly (readonly [FigureName, number])[]).map(([name, value]) => [
        ...[...named(contestant), question.question, names.measure(name), value, null, null, 1],
      ]),
    ),
  );
  return BYTE_ORDER_MARK + [COLUMNS, ...means, ...values].map((cells) => csvLine(cells)).join('');
}

/** Results as a table of Markdown: a row for each measure, a column for each mode and model, with intervals and numbers of questions. */
export function resultsMarkdown({ modes }: Pick<Results, 'modes'>, names: ResultNames): string {
  const measures = [...new Set(modes.flatMap(({ figures }) => figures.map(({ name }) => name)))];
  const rows = measures.map((name) => [
    names.measure(name),
    ...modes.map(({ figures }) => figureText(figures.find((one) => one.name === name)?.figure)),
  ]);
  const isOne = new Set(modes.map(({ contestant }) => contestant.model)).size < 2;
  const header = [
    '',
    ...modes.map(({ contestant: { mode, model } }) =>
      isOne || !model ? names.mode(mode) : `${names.mode(mode)} · ${model.replaceAll('|', '\\|')}`,
    ),
  ];
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function figureText(figure: Figure | undefined): string {
  if (!figure) return '–';
  const shown = (value: number): string => String(Number(value.toPrecision(3)));
  const { mean, interval, n } = figure;
  const range = interval ? `${shown(interval.low)}–${shown(interval.high)}, ` : '';
  return `${shown(mean)} (${range}n = ${String(n)})`;
}
