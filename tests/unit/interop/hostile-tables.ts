import type { GraphTables } from '../../../src/core/ports/interop';
import { PAGES_ALONE } from '../../../src/core/tables/documents';

/** Names that break what does not escape them. */
export const HOSTILE_NAMES = [
  'Plain',
  'Ampersand & <tag attr="x"> \'quoted\'',
  'ends a section ]]> and a comment -->',
  'line\nbreak\r\nand\ttab',
  'control \u0000\u0001\u001b\u007f\u0085 and \ufffe\uffff',
  'a lone surrogate \ud800 here',
  '=HYPERLINK("http://example.org","click")',
  '+1+1',
  '-2',
  '@SUM(A1)',
  "Robert'); MATCH (n) DETACH DELETE n; //",
  'back\\slash and \\u0027 and \\',
  '../../etc/passwd',
  'C:\\Windows\\system32',
  'CON',
  'con',
  'a/b:c*d?e"f<g>h|i',
  '[[Plain]] | #tag ^block',
  '...',
  '',
  '   ',
  'Ünïcode 東京 👩‍🚀',
  'x'.repeat(5000),
  '</data></node></graph></graphml>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
] as const;

/** Entities of these names in a ring of relationships, in one community, mentioned in one document. */
export function ringOf(names: readonly string[]): GraphTables {
  const ids = names.map((_, at) => `e${String(at)}`);
  const entities = names.map((title, at) => ({
    id: `e${String(at)}`,
    human_readable_id: at,
    title,
    type: at % 2 === 0 ? 'person' : title,
    description: title,
    text_unit_ids: ['u'],
    frequency: 1,
    degree: 2,
    key: `${title} ${String(at)}`,
    aliases: [title],
    method: 'no-model',
    description_hash: null,
    x: at === 0 ? 0.5 : null,
    y: at === 0 ? -1.5 : null,
  }));
  const relationships = names.map((title, at) => ({
    id: `r${String(at)}`,
    human_readable_id: at,
    source: title,
    target: names[(at + 1) % names.length] ?? '',
    description: title,
    weight: at + 0.5,
    combined_degree: 4,
    text_unit_ids: ['u'],
    keywords: [],
    theme_keywords: [],
    theme_keywords_key: null,
    method: 'no-model',
    description_hash: null,
    source_id: `e${String(at)}`,
    target_id: `e${String((at + 1) % names.length)}`,
    count: 1,
    evidence_document_ids: [],
    evidence_starts: [],
    evidence_ends: [],
  }));
  const text = names.join(' ');
  const none = { ...PAGES_ALONE, page_starts: [], heading_starts: [], heading_levels: [], heading_texts: [] };
  const about = { creation_date: '2026-01-01', raw_data: null, media_type: 'text/plain', byte_hash: '', byte_size: 1 };
  return {
    documents: [
      {
        ...{ id: 'd', human_readable_id: 0, title: names[12] ?? 'd', text, text_unit_ids: ['u'], ...about, ...none },
        ...{ source_path: 'd.txt', source_row: null, language: 'en', attributes: '{}' },
      },
    ],
    text_units: [
      {
        ...{
          id: 'u',
          human_readable_id: 0,
          text,
          n_tokens: 1,
          document_id: 'd',
          entity_ids: ids,
          relationship_ids: [],
        },
        ...{ covariate_ids: [], start: 0, end: text.length, page: null, heading_path: [], context: '' },
        ...{ sentence_starts: [], sentence_ends: [], first_sentence: 0 },
        ...{ written_context: '', written_context_key: null },
      },
    ],
    entities,
    relationships,
    summaries: [],
    covariates: [],
    communities: [
      {
        ...{ id: 'c', human_readable_id: 3, community: 3, level: 0, parent: -1, children: [], title: 'All' },
        ...{
          entity_ids: ids,
          relationship_ids: [],
          text_unit_ids: [],
          period: '',
          size: ids.length,
          covariate_ids: [],
        },
      },
    ],
    community_reports: [
      {
        ...{
          id: 'p',
          human_readable_id: 3,
          community: 3,
          level: 0,
          parent: -1,
          children: [],
          title: names[17] ?? 'All',
        },
        ...{ summary: 'Summary', full_content: '', rank: 5, rating_explanation: '', full_content_json: '', period: '' },
        ...{ findings: [{ summary: 'Finding', explanation: 'Because' }], size: ids.length, method: 'extractive' },
        ...{ context_hash: '', finding_sources: '[]', summary_sources: '[]', context_lines: [], context_beyond: [] },
        ...{ context_documents: [], lines_changed: null, set_aside: null },
      },
    ],
  };
}
