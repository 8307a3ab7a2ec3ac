import type { SearchIndex } from '../../../../src/core/retrieval';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld, type SmallCommunity } from '../small-world';

/** Text of the reports, in turn. */
const TOLD = [HARBOUR_WORLD.documents[2], HARBOUR_WORLD.documents[0]].map((document) => document?.paragraphs[0] ?? '');

/** A coast with so many piers, each with a community and a report of so many paragraphs. */
export function manyReports(count: number, paragraphs: number): SearchIndex {
  const names = Array.from({ length: count }, (_, at) => `Pier ${String(at).padStart(4, '0')}`);
  const findings = Array.from({ length: paragraphs }, (_, at) => TOLD[at % TOLD.length] ?? '');
  const communities = names.map((name, community): SmallCommunity => {
    const report = { title: `Report on ${name}`, rank: 1 + (community % 9), findings };
    return { community, level: 0, parent: -1, members: [name], report };
  });
  const documents = [
    ...HARBOUR_WORLD.documents,
    { id: 'piers', title: 'The Piers', paragraphs: names.map((name) => `${name} was built of oak.`) },
  ];
  const entities = [...(HARBOUR_WORLD.entities ?? []), ...names.map((title) => ({ title, type: 'place' }))];
  return indexOf(smallWorld({ documents, entities, communities }));
}
