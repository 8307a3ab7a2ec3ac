import type { Span } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';

/** The tables that a report prompt shows, in GraphRAG's order (A10.1). */
export const DATASETS = ['Entities', 'Claims', 'Relationships', 'Reports'] as const;

export type Dataset = (typeof DATASETS)[number];

/** `compact` suits small models; `full` is GraphRAG's report. */
export type ReportForm = 'compact' | 'full';

/** The line above each table. */
const HEADERS: Readonly<Record<Dataset, string>> = {
  Entities: '-----Entities-----',
  Claims: '-----Claims-----',
  Relationships: '-----Relationships-----',
  Reports: '----Reports-----',
};

const COLUMNS: Readonly<Record<Dataset, readonly string[]>> = {
  Entities: ['id', 'title', 'description'],
  Claims: ['id', 'subject_id', 'type', 'status', 'description'],
  Relationships: ['id', 'source', 'target', 'description'],
  Reports: ['id', 'full_content'],
};
const DEGREES: Readonly<Partial<Record<Dataset, string>>> = { Entities: 'degree', Relationships: 'combined_degree' };

/** The columns of a table. Only capable models are shown degrees. */
function columnsOf(dataset: Dataset, form: ReportForm): readonly string[] {
  const degree = form === 'full' ? DEGREES[dataset] : undefined;
  return degree === undefined ? COLUMNS[dataset] : [...COLUMNS[dataset], degree];
}

/** Kinds of things in a dataset, as sources name them. */
export type SourceKind = 'entity' | 'claim' | 'relationship' | 'report';

export const KIND_OF: Readonly<Record<Dataset, SourceKind>> = {
  Entities: 'entity',
  Claims: 'claim',
  Relationships: 'relationship',
  Reports: 'report',
};

/** Choices for making a context from the tables. */
export interface ContextChoice {
  readonly form: ReportForm;
  /** Estimated tokens of the tables in the prompt at most. */
  readonly tokens: number;
}

const KEY = /^model:(compact|full):(\d+):[0-9a-f]{32}$/u;

/** The `context_hash` of a report by a model. It holds all that is needed to check whether the report is still valid. */
export function contextKey({ form, tokens }: ContextChoice, hash: string): string {
  return `model:${form}:${String(tokens)}:${hash}`;
}

/** Reads the choice from a `context_hash`. Null for a report that no model wrote. */
export function choiceOfKey(key: string): ContextChoice | null {
  const [, form, tokens] = KEY.exec(key) ?? [];
  if (tokens === undefined) return null;
  return { form: form === 'full' ? 'full' : 'compact', tokens: Number(tokens) };
}

/** Item that the prompt shows under a number. */
export interface CitableItem {
  /** Stable id of an entity, relationship or claim; the number of a community. */
  readonly id: string;
  /** Number outside of the prompt. */
  readonly reference: number;
  /** Names that a text must hold to mean it: for each name, its spellings. */
  readonly names: readonly (readonly string[])[];
  /** Passages behind it, best first. */
  readonly spans: readonly Span[];
}

/** One row of a table of the prompt. */
export interface ContextLine extends CitableItem {
  readonly dataset: Dataset;
  /** Cells after the number, without the degree. */
  readonly cells: readonly string[];
  /** The cells without a quoted sentence. Only these are hashed with the line, since which line quotes a sentence depends on the order. */
  readonly ownCells: readonly string[];
  /** Shown in the full form only. Not hashed, since it changes often. */
  readonly degree: number | null;
  /** The sentence that it quotes, if any. */
  readonly sentence: number | null;
  /** Sentence with its words; empty when little is known. */
  readonly statement: string;
  /** Documents that its words come from. */
  readonly documentIds: readonly string[];
}

/** The tables of a prompt while they are filled up to a budget. */
export interface ContextPage {
  readonly form: ReportForm;
  /** Tokens at most. */
  readonly budget: number;
  readonly lines: Readonly<Record<Dataset, readonly ContextLine[]>>;
  readonly sentences: ReadonlySet<number>;
  /** Number of sub-communities for which a report stands in. */
  readonly standIns: number;
  has(id: string): boolean;
  /** Adds all of these lines. Returns false and adds none where they do not fit. */
  add(lines: readonly ContextLine[]): boolean;
}

/** An empty page with room for so many reports. */
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

interface ReportRoom {
  readonly count: number;
  /** Tokens kept for each, whatever its length. What else is shown must not depend on who wrote a report. */
  readonly tokens: number;
}

/** Renders a page: the tables that have lines, numbered from 1, with an empty line between them. */
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

/** Counts with a number of two digits, so that what fits does not depend on the place. */
const lineTokens = (line: ContextLine, form: ReportForm): number => estimateTokens(`${lineText(line, 10, form)}\n`) + 1;

/** Writes a row of CSV. A cell is quoted only if it holds a comma, a quote or a line end (GraphRAG A10.1). */
function csvRow(cells: readonly (string | number)[]): string {
  return cells.map((cell) => quotedCell(String(cell))).join(',');
}

function quotedCell(cell: string): string {
  return /[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
