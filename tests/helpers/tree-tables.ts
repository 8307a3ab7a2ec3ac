import type { IndexTables } from '../../src/core/tables/tables';
import { makeTextUnits, TEXT_UNIT_DEFAULTS } from '../../src/core/text/text-units';

export const THINGS = ['harbour', 'orchard', 'railway', 'printing press', 'lighthouse', 'weaving mill'];
const DOINGS = [
  'was repaired by the council',
  'closed for the winter',
  'burned one night',
  'was sold to a cousin',
  'opened again',
];

/** Texts about a few things, each of several sentences. */
export const annals = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => {
    const thing = THINGS[at % THINGS.length] ?? '';
    return DOINGS.map(
      (doing, day) => `In ${String(1800 + at)} the ${thing} ${doing}, on day ${String(day + at)} of the year.`,
    ).join(' ');
  });

/** Documents of these texts with their text units. */
export function tablesOf(texts: readonly string[]): Pick<IndexTables, 'documents' | 'text_units'> {
  const documents = texts.map((text, at) => ({
    // The same whatever the order of the texts, and one for each copy.
    id: `${text.slice(0, 40)} ${String(texts.slice(0, at).filter((one) => one === text).length)}`,
    title: 'Annals',
    text,
    language: 'en',
    page_starts: [],
    headings: [],
    heading_starts: [],
    heading_levels: [],
    heading_texts: [],
  }));
  const text_units = documents.flatMap((one) => makeTextUnits(one, TEXT_UNIT_DEFAULTS));
  return { documents, text_units } as unknown as Pick<IndexTables, 'documents' | 'text_units'>;
}
