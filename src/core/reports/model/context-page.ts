import { estimateTokens } from '../../text/tokens';
import type { ContextLine } from './context-line';
import { csvRow } from './csv-row';
import { columnsOf, DATASETS, HEADERS, type Dataset, type ReportForm } from './dataset';

/** The tables of a prompt while they are filled up to a budget. */
export interface ContextPage {
  readonly form: ReportForm;
  /** Tokens at most. */
  readonly budget: number;
  readonly lines: Readonly<Record<Dataset, readonly ContextLine[]>>;
  readonly sentences: ReadonlySet<number>;
  /** Sub-communities whose reports stand in for what is theirs. */
  readonly standIns: number;
  has(id: string): boolean;
  /** Takes all of these lines or, where they do not fit, none. */
  add(lines: readonly ContextLine[]): boolean;
}

/** A page on which so many reports of a fixed size stand already. */
export function contextPage(form: ReportForm, budget: number, reports: ReportRoom): ContextPage {
  const lines: Record<Dataset, ContextLine[]> = { Entities: [], Claims: [], Relationships: [], Reports: [] };
  const sentences = new Set<number>();
  const ids = new Set<string>();
  let tokens = reports.count === 0 ? 0 : headTokens('Reports', form) + reports.count * reports.tokens;
  return {
    form,
    budget,
    lines,
    sentences,
    standIns: reports.count,
    has: (id) => ids.has(id),
    add: (more) => {
      const cost = more.reduce((sum, line) => sum + lineTokens(line, form), 0);
      const opened = new Set(more.map(({ dataset }) => dataset).filter((dataset) => lines[dataset].length === 0));
      const heads = [...opened].reduce((sum, dataset) => sum + headTokens(dataset, form), 0);
      if (tokens + cost + heads > budget) return false;
      tokens += cost + heads;
      for (const line of more) {
        lines[line.dataset].push(line);
        ids.add(line.id);
        if (line.sentence !== null) sentences.add(line.sentence);
      }
      return true;
    },
  };
}

export interface ReportRoom {
  readonly count: number;
  /** Tokens kept free for each, whatever it says: what else is shown must not depend on who wrote a report. */
  readonly tokens: number;
}

/** A page as text: the tables that have lines, numbered from 1, an empty line between them. */
export function pageText(page: Pick<ContextPage, 'form' | 'lines'>, reports: readonly string[]): string {
  const rows: Readonly<Record<Dataset, readonly string[]>> = {
    Entities: page.lines.Entities.map((line, at) => lineText(line, at + 1, page.form)),
    Claims: page.lines.Claims.map((line, at) => lineText(line, at + 1, page.form)),
    Relationships: page.lines.Relationships.map((line, at) => lineText(line, at + 1, page.form)),
    Reports: reports.map((content, at) => csvRow([at + 1, content])),
  };
  return DATASETS.filter((dataset) => rows[dataset].length > 0)
    .map((dataset) => [head(dataset, page.form), ...rows[dataset]].join('\n'))
    .join('\n\n');
}

const head = (dataset: Dataset, form: ReportForm): string =>
  `${HEADERS[dataset]}\n${columnsOf(dataset, form).join(',')}`;

const headTokens = (dataset: Dataset, form: ReportForm): number => estimateTokens(`${head(dataset, form)}\n\n`);

function lineText({ cells, degree }: ContextLine, number: number, form: ReportForm): string {
  return csvRow([number, ...cells, ...(form === 'full' && degree !== null ? [degree] : [])]);
}

/** With a number of two digits, so that what fits does not depend on the place. */
const lineTokens = (line: ContextLine, form: ReportForm): number => estimateTokens(`${lineText(line, 10, form)}\n`) + 1;
