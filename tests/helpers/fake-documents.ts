import { fakeMap } from './fake-map';
import type { EngineApi } from '../../src/core/engine/api';
import type { DocumentView } from '../../src/core/engine/documents/document-view';
import type { CommunityNode } from '../../src/core/engine/asking/looking-calls';
import { PAGES_ALONE } from '../../src/core/tables/documents';

export interface FakeDocument {
  readonly id: string;
  readonly title: string;
  /** The title with an ending when absent. */
  readonly path?: string;
  readonly text: string;
  /** The words that answers cite; the whole text when absent. */
  readonly quote?: string;
  readonly page_starts?: readonly number[];
  readonly headings?: DocumentView['headings'];
  readonly contexts?: DocumentView['contexts'];
  readonly media_type?: string;
}

const filler = (about: string, count: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `Paragraph ${index + 1} about ${about}: the water stood high at the quay and the clerk wrote it down.`,
  ).join('\n\n');

const KEPT = 'Ada Marsh kept the harbour book from 1899 until the flood of 1903.';
const BEFORE = `The keepers\n\n${filler('the harbour', 12)}\n\n`;

export const HARBOUR: FakeDocument = {
  id: 'harbour',
  title: 'The harbour book',
  text: `${BEFORE}${KEPT} Nobody else was allowed to write in it.\n\n${filler('the quay', 12)}`,
  quote: KEPT,
  page_starts: [0, BEFORE.length],
  headings: [{ start: 0, level: 1, text: 'The keepers' }],
  media_type: 'application/pdf',
};

export const LEDGER: FakeDocument = {
  id: 'ledger',
  title: 'Ledger of ships, with a very long title that has to wrap: arrivals, departures and wrecks, 1890–1910',
  text: `${filler('ships', 3)}\n\nThe ledger lists forty ships lost in one night.\n\n${filler('wrecks', 3)}`,
  quote: 'The ledger lists forty ships lost in one night.',
  media_type: 'text/csv',
};

export const HOSTILE: FakeDocument = {
  id: 'hostile',
  title: `<img src=x onerror="window.hacked=1"> ${'long'.repeat(200)}`,
  text: '<script>window.hacked = 2</script> ![x](javascript:window.hacked=3) \u202Egnp.exe',
};

export function documentOf(fake: FakeDocument): DocumentView {
  const {
    id,
    title,
    text,
    quote = text,
    page_starts = [],
    headings = [],
    contexts = [],
    media_type = 'text/plain',
    path = `${title}.txt`,
  } = fake;
  return {
    id,
    title,
    path,
    media_type,
    byte_size: text.length,
    language: 'en',
    pages: page_starts.length,
    textUnits: 3,
    added: '2026-01-05T10:00:00Z',
    tabular: media_type === 'text/csv',
    text,
    page_starts,
    ...PAGES_ALONE,
    headings,
    attributes: { quote },
    contexts,
    recognition: null,
    entities: [{ id: 'entity-1', title: 'Ada Marsh', type: 'person' }],
  };
}

const REPORTS = ['The harbour and its keepers', 'The flood', 'Ships and wrecks'] as const;

function nodeOf(title: string, index: number): CommunityNode {
  const row = {
    community: index,
    level: index === 0 ? 0 : 1,
    parent: index === 0 ? -1 : 0,
    children: index === 0 ? [1, 2] : [],
    size: 12 - index,
  };
  const members = [{ id: 'entity-1', title: 'Ada Marsh', type: 'person' }];
  return { row, title, reportId: `report-${index}`, members };
}

/** Claims as a model makes them: some of two entities, with dates of one or two days. */
const CLAIMS = Array.from({ length: 3 }, (_, index) => ({
  subject_id: `Ada Marsh of the Harbour Office ${index}`,
  object_id: index === 1 ? null : 'The Company of Lightermen and Pilots',
  description:
    'Ada Marsh signed the harbour book for the Company of Lightermen although the clerk had warned her that the quay was closed.',
  status: 'SUSPECTED',
  type: 'breach of the harbour rules',
  start_date: index === 1 ? null : '1899-01-01',
  end_date: '1903-05-01',
  method: 'Qwen3 1.7B (full 1)',
  document_id: 'harbour',
  evidence_start: 0,
  evidence_end: 11,
}));

/** Data that Explore and Settings show. */
export function exploreFacts(): Pick<
  EngineApi,
  | 'communities'
  | 'map'
  | 'mapPlace'
  | 'mapYears'
  | 'rearrange'
  | 'startTables'
  | 'table'
  | 'aliasSuggestions'
  | 'edits'
  | 'steps'
> {
  const rows = Array.from({ length: 120 }, (_, index) => ({
    id: `entity-${index}`,
    title: `Ada Marsh ${index}`,
    source: `Ada Marsh ${index}`,
    source_id: `entity-${index}`,
    target: 'Harbour Office',
    target_id: 'harbour-office',
    type: 'person',
    frequency: 120 - index,
    degree: 1,
    // Every other one is from a compact reading.
    description: index % 2 === 0 ? 'appears with' : '',
    keywords: ['keeper of', 'met in'],
    weight: 1.5,
    count: 3,
    text: `Ada Marsh ${index} kept the harbour book.`,
    context: 'The harbour book › The keepers',
    n_tokens: 9,
    level: 0,
    size: 12,
    community: index,
  }));
  return {
    ...fakeMap(),
    communities: async () => REPORTS.map(nodeOf),
    startTables: async () => undefined,
    table: async ({ table, filter = '', offset, limit, sort }) => {
      if (table === 'covariates') return { rows: CLAIMS.slice(offset, offset + limit), total: CLAIMS.length };
      const found = rows.filter((row) => row.title.toLowerCase().includes(filter.toLowerCase()));
      const sorted = sort?.descending && sort.column === 'title' ? found.reverse() : found;
      return { rows: sorted.slice(offset, offset + limit), total: sorted.length };
    },
    aliasSuggestions: async () => [
      {
        into: { id: 'entity-1', title: 'Ada Marsh' },
        from: { id: 'entity-2', title: 'A. Marsh' },
        reason: 'Same last name, and the initial fits; they share 4 neighbours.',
      },
    ],
    edits: async () => [
      {
        id: 'edit-1',
        time: '2026-01-05T10:00:00Z',
        words: 'Merged the Office into Harbour Office',
        kind: 'person',
        undone: false,
      },
      {
        id: 'edit-2',
        time: '2026-01-05T11:00:00Z',
        words: 'Tiny joined “A. Marsh” with “Ada Marsh”',
        kind: 'joined',
        undone: false,
      },
      {
        id: 'edit-3',
        time: '2026-01-05T11:00:00Z',
        words: 'Tiny kept “Ada” and “Adam” apart',
        kind: 'apart',
        undone: false,
      },
    ],
    steps: async () => [
      {
        name: 'text units',
        title: 'Text units',
        doc: 'How documents are cut.',
        parameters: [
          {
            name: 'tokens',
            doc: 'Tokens of a text unit.',
            kind: 'number',
            value: 600,
            default: 600,
            min: 50,
            max: 4000,
            step: 50,
          },
          {
            name: 'strategy',
            doc: 'Where to cut.',
            kind: 'choice',
            value: 'tokens',
            default: 'tokens',
            choices: ['tokens', 'sentences'],
          },
          { name: 'context', doc: 'Index headings too.', kind: 'switch', value: true, default: true },
        ],
      },
    ],
  };
}
