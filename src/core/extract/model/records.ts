import type { ExtractionRow, TextUnitRow } from '../../tables/tables';
import type { Passage } from './passage/passage';
import type { Findings, FoundClaim, FoundEntity, FoundRelation } from './replies/findings';

type Columns = Omit<ExtractionRow, 'document_id' | 'text_unit_id' | 'layer'>;

const BLANK: Omit<Columns, 'kind'> = {
  key: '',
  title: '',
  target_key: null,
  target: null,
  type: '',
  description: '',
  weight: 1,
  sentences: [],
  starts: [],
  ends: [],
  attributes: '{}',
};

/** A record of a layer about a text unit, with blanks for the columns that are missing. */
export const layerRecord = (
  { document_id, id }: Pick<TextUnitRow, 'document_id' | 'id'>,
  layer: string,
  columns: Partial<Columns> & Pick<Columns, 'kind'>,
): ExtractionRow => ({ document_id, text_unit_id: id, layer, ...BLANK, ...columns });

/** Findings as records of a layer: entities, then relationships, then claims, each with its evidence in document offsets. */
export function recordsOf(passage: Passage, layer: string, findings: Findings): readonly ExtractionRow[] {
  const { entities, relations, claims } = findings;
  return [
    ...entities.map((entity) => layerRecord(passage.unit, layer, entityColumns(passage, entity))),
    ...relations.map((relation) => layerRecord(passage.unit, layer, relationColumns(passage, relation))),
    ...claims.map((claim) => layerRecord(passage.unit, layer, claimColumns(passage, claim))),
  ];
}

const entityColumns = (
  { sentences }: Passage,
  { key, title, type, description, attributes, occurrences }: FoundEntity,
) => ({
  kind: 'entity' as const,
  key,
  title,
  type,
  description,
  sentences: occurrences.map(({ sentence }) => sentences[sentence]?.number ?? 0),
  starts: occurrences.map(({ start }) => start),
  ends: occurrences.map(({ end }) => end),
  attributes,
});

const relationColumns = (
  passage: Passage,
  { source, target, predicate, description, weight, keywords, sentences }: FoundRelation,
) => ({
  kind: 'relationship' as const,
  key: source.key,
  title: source.title,
  target_key: target.key,
  target: target.title,
  type: predicate,
  description,
  weight,
  ...evidenceColumns(passage, sentences),
  ...(keywords.length > 0 && { attributes: JSON.stringify({ keywords }) }),
});

const claimColumns = (
  passage: Passage,
  { subject, object, type, description, status, start, end, sentences }: FoundClaim,
) => ({
  kind: 'claim' as const,
  key: subject.key,
  title: subject.title,
  target_key: object?.key ?? null,
  target: object?.title ?? null,
  type,
  description,
  ...evidenceColumns(passage, sentences),
  attributes: JSON.stringify({ status, ...(start !== null && { start }), ...(end !== null && { end }) }),
});

/** Whole sentences; adjacent ones are not joined, as each is a quote of its own. */
function evidenceColumns(
  { sentences }: Passage,
  indexes: readonly number[],
): Pick<Columns, 'sentences' | 'starts' | 'ends'> {
  const cited = indexes.flatMap((index) => sentences[index] ?? []);
  return {
    sentences: cited.map(({ number }) => number),
    starts: cited.map(({ start }) => start),
    ends: cited.map(({ end }) => end),
  };
}
