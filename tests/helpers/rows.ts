import type { EditRow, ExtractionRow, TextUnitRow } from '../../src/core/tables/tables';

/** A mention record; everything not given is plain. */
export function mention(key: string, at: Partial<ExtractionRow> & { sentence: number; start: number }): ExtractionRow {
  const { sentence, start, ...rest } = at;
  return {
    document_id: 'd1',
    text_unit_id: 'u1',
    layer: 'no-model',
    kind: 'mention',
    key,
    title: key,
    target_key: null,
    target: null,
    type: '',
    description: '',
    weight: 1,
    sentences: [sentence],
    starts: [start],
    ends: [start + key.length],
    attributes: '{"phrase":"proper"}',
    ...rest,
  };
}

/** A record of a stated relationship. */
export function stated(key: string, target: string, rest: Partial<ExtractionRow> = {}): ExtractionRow {
  return {
    ...mention(key, { sentence: 0, start: 0 }),
    layer: 'curated',
    kind: 'relationship',
    target_key: target,
    target,
    attributes: '{}',
    ...rest,
  };
}

/** A text unit with sentences at the given spans. */
export function unit(
  id: string,
  document: string,
  spans: readonly (readonly [number, number])[],
  first = 0,
): TextUnitRow {
  return {
    id,
    human_readable_id: 0,
    text: '',
    n_tokens: 0,
    document_id: document,
    entity_ids: [],
    relationship_ids: [],
    covariate_ids: [],
    start: spans[0]?.[0] ?? 0,
    end: spans.at(-1)?.[1] ?? 0,
    page: null,
    heading_path: [],
    context: '',
    written_context: '',
    written_context_key: null,
    sentence_starts: spans.map(([start]) => start),
    sentence_ends: spans.map(([, end]) => end),
    first_sentence: first,
  };
}

export function edit(sequence: number, kind: string, key: string, value: unknown = ''): EditRow {
  return { id: `e${sequence}`, sequence, time: '2026-01-01T00:00:00Z', kind, key, value: JSON.stringify(value) };
}
