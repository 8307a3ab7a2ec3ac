import type { CommunityRow, CovariateRow, EntityRow, RelationshipRow, Span, TextUnitRow } from '../../tables/tables';

interface SourceTables {
  readonly communities: readonly CommunityRow[];
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
  readonly claims: readonly CovariateRow[];
  readonly units: ReadonlyMap<string, TextUnitRow>;
}

/** Places that are kept of a finding. */
const MOST = 8;

/** GraphRAG's citations: `[Data: Entities (5, 7); Relationships (23, +more)]`. */
const CITATION = /\b(Entities|Relationships|Claims|Sources)\s*\(([^)]*)\)/giu;

/** The places in documents that a finding rests on, by the numbers that it cites (GraphRAG A10.2). */
export function reportSources({
  entities,
  relationships,
  claims,
  units,
}: SourceTables): (text: string) => readonly Span[] {
  const byNumber = {
    entities: new Map(entities.map((row) => [row.human_readable_id, row.text_unit_ids])),
    relationships: new Map(relationships.map((row) => [row.human_readable_id, row])),
    claims: new Map(claims.map((row) => [row.human_readable_id, row])),
    sources: new Map([...units.values()].map((row) => [row.human_readable_id, row])),
  };
  const spansOf = (kind: string, number: number): readonly Span[] => {
    const relationship = kind === 'relationships' ? byNumber.relationships.get(number) : undefined;
    if (relationship)
      return relationship.evidence_document_ids.map((document_id, at) => ({
        document_id,
        start: relationship.evidence_starts[at] ?? 0,
        end: relationship.evidence_ends[at] ?? 0,
      }));
    const claim = kind === 'claims' ? byNumber.claims.get(number) : undefined;
    if (claim) return [{ document_id: claim.document_id, start: claim.evidence_start, end: claim.evidence_end }];
    const unit = kind === 'sources' ? byNumber.sources.get(number) : undefined;
    const ids = kind === 'entities' ? (byNumber.entities.get(number) ?? []).slice(0, 1) : [];
    const rows = unit ? [unit] : ids.flatMap((id) => units.get(id) ?? []);
    return rows.map(({ document_id, start, end }) => ({ document_id, start, end }));
  };
  return (text) => {
    const found = new Map<string, Span>();
    for (const [, kind = '', list = ''] of text.matchAll(CITATION)) {
      for (const [digits] of list.matchAll(/\d+/gu)) {
        for (const span of spansOf(kind.toLowerCase(), Number(digits))) {
          if (found.size >= MOST) return [...found.values()];
          found.set(`${span.document_id} ${span.start} ${span.end}`, span);
        }
      }
    }
    return [...found.values()];
  };
}
