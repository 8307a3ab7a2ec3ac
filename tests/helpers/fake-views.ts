import type { EngineApi } from '../../src/core/engine/api';
import type { DocumentMatrix } from '../../src/core/overview/document-matrix';
import type { EvidenceView } from '../../src/core/search/evidence/evidence';

/** Sizes of Explore's views. */
export interface FakeViews {
  /** Reports of all levels; every fifth is of the broadest. */
  readonly reports?: number;
  /** Rows and columns of the matrix, of which every third cell is filled. */
  readonly documents?: number;
  readonly communities?: number;
  /** Years with something dated. */
  readonly dated?: number;
}

const passage = {
  document_id: 'harbour',
  start: 0,
  end: 11,
  documentTitle: 'The harbour book',
  page: 2,
  quote: 'The keepers',
};

function report(community: number): EvidenceView {
  // Reports differ in length as real ones do.
  const sentences = Array.from({ length: 3 + (community % 7) * 4 }, (_, at) => `Sentence ${at} of it is about ships.`);
  return {
    target: { kind: 'report', community, title: `Report ${community}` },
    title: `Report ${community}`,
    subtitle: 'Community of 12, broadest level, importance 7.5 of 10',
    method: 'extractive',
    text: sentences.join(' '),
    findings: [{ summary: `Finding of ${community}`, explanation: sentences.join(' '), passages: [passage] }],
    passages: [passage],
    links: [{ target: { kind: 'entity', id: 'entity-1', title: 'Ada' }, title: 'Ada', note: '', type: 'person' }],
  };
}

function matrixOf(documents: number, communities: number): DocumentMatrix {
  const filled = Array.from({ length: documents }, (_, row) =>
    Array.from({ length: communities }, (_, column) => column).filter((column) => (row + column) % 3 === 0),
  );
  const offsets = new Int32Array(documents + 1);
  for (const [row, columns] of filled.entries()) offsets[row + 1] = (offsets[row] ?? 0) + columns.length;
  return {
    documentIds: Array.from({ length: documents }, (_, row) => `document-${row}`),
    documentTitles: Array.from({ length: documents }, (_, row) => `Letter ${row} of the harbour company`),
    passages: new Int32Array(documents).fill(12),
    communities: Int32Array.from({ length: communities }, (_, column) => column),
    communityTitles: Array.from({ length: communities }, (_, column) => `Topic ${column} and its people`),
    offsets,
    columns: Int32Array.from(filled.flat()),
    counts: Int32Array.from(filled.flat(), (column) => 1 + (column % 12)),
    deepest: 1,
  };
}

/** The book and the matrix as the engine gives them. */
export function fakeViews(
  { reports = 40, documents = 30, communities = 9, dated = 12 }: FakeViews,
  calls: string[],
): Pick<
  EngineApi,
  | 'bookContents'
  | 'summaryParts'
  | 'bookReports'
  | 'documentMatrix'
  | 'cellPassages'
  | 'exportTable'
  | 'timeline'
  | 'yearEntries'
  | 'vectorCoverage'
> {
  return {
    summaryParts: async (id) => {
      calls.push(`summaryParts ${String(id)}`);
      if (id !== null) return { summaries: [], passages: [passage] };
      const text = 'The harbour was closed in 1911.';
      return { summaries: [{ id: 's1', level: 1, text, method: 'extractive', leaves: 3 }], passages: [] };
    },
    bookContents: async (level) => {
      calls.push(`bookContents ${String(level)}`);
      const all = Array.from({ length: reports }, (_, at) => at);
      const shown = all.filter((at) => level === null || (at % 5 === 0 ? 0 : 1) === level);
      return {
        communities: Int32Array.from(shown),
        levels: Int32Array.from(shown, (at) => (at % 5 === 0 ? 0 : 1)),
        sizes: Int32Array.from(shown, () => 3),
        titles: shown.map((at) => `Report ${at}`),
        deepest: 1,
      };
    },
    bookReports: async (wanted, { signal } = {}) => {
      signal?.throwIfAborted();
      calls.push(`bookReports ${wanted.join(' ')}`);
      return wanted.map(report);
    },
    documentMatrix: async (level) => {
      calls.push(`documentMatrix ${level}`);
      return matrixOf(documents, communities);
    },
    cellPassages: async ({ documentId, community, offset, limit }) => {
      const total = 1 + (community % 12);
      const numbers = Array.from({ length: total }, (_, at) => at).slice(offset, offset + limit);
      const passages = numbers.map((at) => ({
        textUnitId: `${documentId}-${at}`,
        start: at * 20,
        end: at * 20 + 11,
        words: `Passage ${at} of ${documentId}`,
        page: 2,
        headings: ['The keepers'],
        pairs: [['Ada Marsh', 'Harbour Office'] as const],
      }));
      return { passages, total };
    },
    timeline: async ({ documentId, entityId }) => {
      calls.push(`timeline ${String(documentId)} ${String(entityId)}`);
      const shown = documentId === null ? dated : Math.min(dated, 2);
      return {
        years: Int32Array.from({ length: shown }, (_, at) => 1890 + at),
        claims: Int32Array.from({ length: shown }, (_, at) => at % 3),
        passages: Int32Array.from({ length: shown }, (_, at) => 120 - (at % 50)),
        fields: Int32Array.from({ length: shown }, (_, at) => at % 2),
      };
    },
    yearEntries: async ({ year, offset, limit }) => {
      const total = 60;
      const numbers = Array.from({ length: total }, (_, at) => at).slice(offset, offset + limit);
      const entries = numbers.map((at) => ({
        kind: at === 0 ? ('claim' as const) : ('passage' as const),
        start: at === 0 ? `${year}` : `${year}-05-08`,
        end: at === 0 ? '1911-04' : null,
        documentId: 'harbour',
        documentTitle: 'The harbour book',
        span: { start: 0, end: 11 },
        words: `Entry ${at} of ${year}`,
        method: at === 0 ? 'Qwen3 1.7B (full 1)' : '',
      }));
      return { entries, total };
    },
    vectorCoverage: async () => {
      const kept = { model: 'e5-small', dims: 384, bytes: 184_320, made: Date.UTC(2026, 0, 5, 12) } as const;
      const target = { kind: 'entity', id: 'entity-1', title: 'Ada Marsh' } as const;
      return [
        { ...kept, field: 'text_unit_text', title: 'text units', vectors: 120, texts: 120, missing: 0, without: [] },
        {
          ...{ ...kept, field: 'entity_description', title: 'entities', vectors: 90, texts: 120, missing: 30 },
          without: [{ target, name: 'Ada Marsh' }],
        },
        {
          ...kept,
          field: 'text_unit_text',
          title: 'text units',
          model: 'old',
          made: null,
          vectors: 7,
          texts: null,
          missing: null,
          without: [],
        },
      ];
    },
    exportTable: async function* ({ table, columns, filter = '' }, { signal } = {}) {
      calls.push(`exportTable ${table} ${columns.join(' ')} ${filter}`.trim());
      for (const done of [0, 1, 2]) {
        signal?.throwIfAborted();
        yield { text: `${done === 0 ? columns.join(',') : `row ${done}`}\r\n`, done, total: 2 };
      }
    },
  };
}
