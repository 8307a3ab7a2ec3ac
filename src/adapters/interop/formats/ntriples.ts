/** A subject or object that is named: an address, or a name of our own. */
export interface Iri {
  readonly iri: string;
}

/** Object of a statement: a named thing, a text or a number; an empty one is left out. */
export type RdfObject = Iri | string | number | null;

/** Namespaces of the vocabularies that are used, each a standard of the W3C or of schema.org. */
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
export const SKOS = 'http://www.w3.org/2004/02/skos/core#';
export const PROV = 'http://www.w3.org/ns/prov#';
export const SCHEMA = 'https://schema.org/';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** A name for a row, with its kind; every character that a name cannot hold is escaped. */
export const nameOf = (kind: string, id: string | number): Iri => ({
  iri: `urn:burrow:${kind}:${encodeURIComponent(String(id).toWellFormed())}`,
});

/** Writes the statements on a subject in N-Triples, a line each (https://www.w3.org/TR/n-triples/). */
export function triples(subject: Iri, statements: readonly (readonly [string, RdfObject])[]): string {
  let lines = '';
  for (const [predicate, object] of statements) {
    if (object === null || object === '') continue;
    lines += `<${subject.iri}> <${predicate}> ${term(object)} .\n`;
  }
  return lines;
}

function term(object: Iri | string | number): string {
  if (typeof object === 'object') return `<${object.iri}>`;
  if (typeof object === 'string') return `"${escaped(object)}"`;
  const type = Number.isInteger(object) ? 'integer' : 'double';
  return `"${String(object)}"^^<${XSD}${type}>`;
}

/** A backslash goes by its number: rdflib 6 reads one that is escaped by another together with the letter behind it. */
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\u005C',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A text between quotes; a lone surrogate becomes U+FFFD. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(
      /["\\\p{Cc}]/gu,
      (character) => ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
