import type { ExtractionRow } from '../../tables/tables';
import type { Findings, FoundClaim, FoundEntity, FoundRelation } from './replies/findings';
import type { Passage } from './passage/passage';

/** Findings as records of a layer: entities, then relationships, then claims, each with its evidence in document offsets. */
export function recordsOf(passage: Passage, layer: string, findings: Findings): readonly ExtractionRow[] {
  const row = rowOf(passage, layer);
  return [
    ...findings.entities.map((entity) => row(entityColumns(passage, entity))),
    ...findings.relations.map((relation) => row(relationColumns(passage, relation))),
    ...findings.claims.map((claim) => row(claimColumns(passage, claim))),
  ];
}

type Columns = Omit<ExtractionRow, 'document_id' | 'text_unit_id' | 'layer'>;

const rowOf =
  ({ document, unit }: Passage, layer: string) =>
  (columns: Columns): ExtractionRow => ({ document_id: document.id, text_unit_id: unit.id, layer, ...columns });

function entityColumns({ sentences }: Passage, entity: FoundEntity): Columns {
  const { key, title, type, description, attributes, occurrences } = entity;
  return {
    kind: 'entity',
    key,
    title,
    target_key: null,
    target: null,
    type,
    description,
    weight: 1,
    sentences: occurrences.map(({ sentence }) => sentences[sentence]?.number ?? 0),
    starts: occurrences.map(({ start }) => start),
    ends: occurrences.map(({ end }) => end),
    attributes,
  };
}

function relationColumns(passage: Passage, relation: FoundRelation): Columns {
  const { source, target, predicate, description, weight } = relation;
  return {
    kind: 'relationship',
    key: source.key,
    title: source.title,
    target_key: target.key,
    target: target.title,
    type: predicate,
    description,
    weight,
    ...evidenceColumns(passage, relation.sentences),
    attributes: '{}',
  };
}

function claimColumns(passage: Passage, claim: FoundClaim): Columns {
  const { subject, object, type, description, status, start, end } = claim;
  return {
    kind: 'claim',
    key: subject.key,
    title: subject.title,
    target_key: object?.key ?? null,
    target: object?.title ?? null,
    type,
    description,
    weight: 1,
    ...evidenceColumns(passage, claim.sentences),
    attributes: JSON.stringify({ status, ...(start === null ? {} : { start }), ...(end === null ? {} : { end }) }),
  };
}

/** Whole sentences; those next to each other stay apart, as each is a quote of its own. */
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
