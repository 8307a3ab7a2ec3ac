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

const COLUMNS = ['mode', 'model', 'question', 'measure', 'value', 'low', 'high', 'n'];

/** Results as tidy CSV: a line for each mean, without a question, and then one for each value of a question. */
export function resultsCsv({ modes, questions }: Results): string {
  const means = modes.flatMap(({ contestant, figures }) =>
    figures.map(({ name, figure: { mean, low, high, n } }) => [...named(contestant), null, name, mean, low, high, n]),
  );
  const values = questions.flatMap(({ question, modes: answered }) =>
    answered.flatMap(({ contestant, figures }) =>
      Object.entries(figures).map(([name, value]) => [
        ...named(contestant),
        question.question,
        name,
        value,
        null,
        null,
        1,
      ]),
    ),
  );
  return BYTE_ORDER_MARK + [COLUMNS, ...means, ...values].map((cells) => csvLine(cells)).join('');
}

const named = ({ mode, model = null }: Contestant) => [mode, model] as const;

/** Results as a table of Markdown: a row for each measure, a column for each mode and model, with intervals and numbers of questions. */
export function resultsMarkdown({ modes }: Pick<Results, 'modes'>): string {
  const names = [...new Set(modes.flatMap(({ figures }) => figures.map(({ name }) => name)))];
  const rows = names.map((name) => [
    name,
    ...modes.map(({ figures }) => figureText(figures.find((one) => one.name === name)?.figure)),
  ]);
  const isOne = new Set(modes.map(({ contestant }) => contestant.model)).size < 2;
  const header = [
    '',
    ...modes.map(({ contestant: { mode, model } }) =>
      isOne || !model ? mode : `${mode} · ${model.replaceAll('|', '\\|')}`,
    ),
  ];
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function figureText(figure: Figure | undefined): string {
  if (!figure) return '–';
  const [mean, low, high] = [figure.mean, figure.low, figure.high].map((value) => String(Number(value.toPrecision(3))));
  return `${mean ?? ''} (${low ?? ''}–${high ?? ''}, n = ${String(figure.n)})`;
}
