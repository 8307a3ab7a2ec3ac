import type { EntityRow } from '../../tables/tables';
import type { CsrGraph } from '../leiden/csr';

const NAMED = 3;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Nd}ー·・]+$/u;

/** A title from the members with most neighbours inside, such as "A, B and C"; `labels` are the community of each node. */
export function communityTitle(
  graph: CsrGraph,
  entities: readonly EntityRow[],
  members: Int32Array,
  labels: Int32Array,
): string {
  const ranked = [...members]
    .map((node) => ({ node, inside: neighboursInside(graph, node, labels), degree: entities[node]?.degree ?? 0 }))
    .sort((a, b) => b.inside - a.inside || b.degree - a.degree || a.node - b.node);
  return joinTitles(ranked.slice(0, NAMED).flatMap(({ node }) => entities[node]?.title ?? []));
}

/** Titles as a list in words; Chinese and Japanese ones with their own comma. */
export function joinTitles(titles: readonly string[]): string {
  if (titles.every((title) => UNSPACED.test(title))) return titles.join('、');
  if (titles.length < 2) return titles.join('');
  return `${titles.slice(0, -1).join(', ')} and ${titles.at(-1) ?? ''}`;
}

function neighboursInside(graph: CsrGraph, node: number, labels: Int32Array): number {
  let count = 0;
  for (let i = graph.starts[node] ?? 0; i < (graph.starts[node + 1] ?? 0); i++) {
    if (labels[graph.neighbours[i] ?? 0] === labels[node]) count++;
  }
  return count;
}
