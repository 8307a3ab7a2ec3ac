import { message } from '../../../core/message';
import type { GraphTables } from '../../../core/ports/interop';
import type { ExportFormat } from '../export-format';
import { edgesOf } from './graph-parts';
import { nameOf, PROV, RDF, RDFS, SCHEMA, SKOS, triples, type Iri, type RdfObject } from './ntriples';

/**
 * The graph as RDF: entities are concepts of SKOS, communities its collections, relationships statements with
 * descriptions, and all of it is derived (PROV) from passages of documents.
 */
export const rdfTriples: ExportFormat = {
  name: 'rdf',
  title: message`RDF (N-Triples)`,
  about: message`Statements with the vocabularies SKOS, PROV and schema.org, for triple stores, SPARQL and Protégé.`,
  extension: 'nt',
  mediaType: 'application/n-triples',
  tables: ['documents', 'text_units', 'entities', 'relationships', 'covariates', 'communities', 'community_reports'],
  content: { kind: 'text', write },
};

const A = `${RDF}type`;
const DERIVED = `${PROV}wasDerivedFrom`;

const entity = (id: string): Iri => nameOf('entity', id);
const unit = (id: string): Iri => nameOf('text-unit', id);
const document = (id: string): Iri => nameOf('document', id);
const community = (number: number): Iri => nameOf('community', number);
const each = (predicate: string, objects: readonly RdfObject[]) =>
  objects.map((object) => [predicate, object] as const);

function* write(tables: GraphTables): Generator<string> {
  for (const { id, title, source_path, language } of tables.documents)
    yield triples(document(id), [
      [A, { iri: `${SCHEMA}DigitalDocument` }],
      [`${SCHEMA}name`, title],
      [`${SCHEMA}identifier`, source_path],
      [`${SCHEMA}inLanguage`, language === 'und' ? null : language],
    ]);
  for (const { id, text, document_id } of tables.text_units)
    yield triples(unit(id), [
      [A, { iri: `${SCHEMA}Quotation` }],
      [`${SCHEMA}text`, text],
      [`${SCHEMA}isPartOf`, document(document_id)],
    ]);
  for (const { id, title, type, description, aliases, text_unit_ids } of tables.entities)
    yield triples(entity(id), [
      [A, { iri: `${SKOS}Concept` }],
      [`${SKOS}prefLabel`, title],
      ...each(`${SKOS}altLabel`, aliases),
      [`${SCHEMA}category`, type],
      [`${SKOS}definition`, description],
      ...each(DERIVED, text_unit_ids.map(unit)),
    ]);
  yield* relationships(tables);
  yield* claims(tables);
  yield* communities(tables);
}

/**
 * Writes each twice: as one concept being related to the other, and as a statement of its own that can have more
 * properties.
 */
function* relationships(tables: GraphTables): Generator<string> {
  const units = new Map(tables.relationships.map((row) => [row.id, row.text_unit_ids]));
  for (const { id, source, target, description, weight } of edgesOf(tables))
    yield (
      triples(entity(source), [[`${SKOS}related`, entity(target)]]) +
      triples(nameOf('relationship', id), [
        [A, { iri: `${RDF}Statement` }],
        [`${RDF}subject`, entity(source)],
        [`${RDF}predicate`, { iri: `${SKOS}related` }],
        [`${RDF}object`, entity(target)],
        [`${RDFS}comment`, description],
        [`${RDF}value`, weight],
        ...each(DERIVED, (units.get(id) ?? []).map(unit)),
      ])
    );
}

function* claims({ covariates, entities }: GraphTables): Generator<string> {
  const ids = new Map(entities.map(({ id, title }) => [title, id]));
  for (const row of covariates) {
    const about = [row.subject_id, row.object_id].flatMap((title) => ids.get(title ?? '') ?? []);
    yield triples(nameOf('claim', row.id), [
      [A, { iri: `${SCHEMA}Claim` }],
      ...each(`${SCHEMA}about`, about.map(entity)),
      [`${SCHEMA}text`, row.description],
      [`${SCHEMA}category`, row.type],
      [`${SCHEMA}creativeWorkStatus`, row.status],
      [`${SCHEMA}startDate`, row.start_date],
      [`${SCHEMA}endDate`, row.end_date],
      [DERIVED, unit(row.text_unit_id)],
    ]);
  }
}

function* communities({ communities: rows, community_reports }: GraphTables): Generator<string> {
  for (const { community: number, title, level, parent, entity_ids } of rows)
    yield triples(community(number), [
      [A, { iri: `${SKOS}Collection` }],
      [`${RDFS}label`, title],
      [`${SCHEMA}position`, level],
      [`${SCHEMA}isPartOf`, parent < 0 ? null : community(parent)],
      ...each(`${SKOS}member`, entity_ids.map(entity)),
    ]);
  for (const { id, community: number, title, summary, full_content } of community_reports)
    yield triples(nameOf('report', id), [
      [A, { iri: `${SCHEMA}Report` }],
      [`${SCHEMA}about`, community(number)],
      [`${SCHEMA}name`, title],
      [`${SCHEMA}abstract`, summary],
      [`${SCHEMA}text`, full_content],
    ]);
}
