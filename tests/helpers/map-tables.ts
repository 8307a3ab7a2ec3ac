import { makeCommunities, COMMUNITY_PARAMETERS } from '../../src/core/graph/communities/communities';
import { withDegrees } from '../../src/core/graph/derive/degrees';
import type { MapTables } from '../../src/core/map/map-graph';
import { valuesOf } from '../../src/core/parameters';
import type { CommunityRow, EntityRow, RelationshipRow } from '../../src/core/tables/tables';
import { finish } from '../../src/core/work';

interface Edges {
  readonly nodes: number;
  readonly source: ArrayLike<number>;
  readonly target: ArrayLike<number>;
  readonly weight: ArrayLike<number>;
}

const TYPES = ['person', 'place', 'organization', 'event', 'concept'] as const;

/** Tables of a graph, with the communities that Burrow finds in it, which stay near `previous` ones. */
export function mapTables({ nodes, source, target, weight }: Edges, previous?: readonly CommunityRow[]): MapTables {
  const rows = Array.from({ length: nodes }, (_, node) => entityRow(node));
  const relationships = Array.from(source, (from, at) => relationshipRow(at, from, target[at] ?? 0, weight[at] ?? 1));
  const entities = withDegrees({ entities: rows, relationships });
  const counter = (previous ?? []).reduce((most, { community }) => Math.max(most, community), -1);
  const input = { entities, relationships, counter, today: '2026-01-01', ...(previous && { previous }) };
  const { rows: communities } = finish(
    makeCommunities(input, valuesOf({ parameters: COMMUNITY_PARAMETERS }, undefined)),
  );
  return { entities, relationships, communities };
}

function entityRow(node: number): EntityRow {
  return {
    id: `e${String(node)}`,
    human_readable_id: node,
    title: nameOf(node),
    type: TYPES[(node * 7) % TYPES.length] ?? 'concept',
    description: '',
    text_unit_ids: [`u${String(node % 50)}`],
    frequency: 1,
    degree: 0,
    key: `entity ${String(node)}`,
    aliases: [],
    method: node % 3 === 0 ? 'Some model (full 1)' : 'no-model',
    description_hash: null,
    x: null,
    y: null,
  };
}

const SYLLABLES = ['ma', 'ron', 'vel', 'tis', 'kor', 'han', 'lie', 'bur', 'sen', 'dal', 'wick', 'ner'] as const;

/** A name of two words, another one for each number. */
function nameOf(node: number): string {
  const syllable = (at: number): string => SYLLABLES[at % SYLLABLES.length] ?? '';
  const word = (at: number): string => {
    const text = syllable(at) + syllable(Math.floor(at / 12)) + (at % 3 === 0 ? syllable(at + 5) : '');
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  return `${word(node)} ${word(node * 31 + 7)} ${node > 1700 ? String(node) : ''}`.trim();
}

function relationshipRow(at: number, from: number, to: number, weight: number): RelationshipRow {
  return {
    id: `r${String(at)}`,
    human_readable_id: at,
    source: nameOf(from),
    target: nameOf(to),
    description: 'appears with',
    weight,
    combined_degree: 0,
    text_unit_ids: [],
    keywords: [],
    theme_keywords: [],
    theme_keywords_key: null,
    method: 'no-model',
    description_hash: null,
    source_id: `e${String(from)}`,
    target_id: `e${String(to)}`,
    count: 1,
    evidence_document_ids: [],
    evidence_starts: [],
    evidence_ends: [],
  };
}

/** Groups of entities that are linked in a ring and across it, each group to the next. */
export function ringsOfEntities(groups: number, size: number): MapTables {
  const pairs: (readonly [number, number, number])[] = [];
  for (let group = 0; group < groups; group++) {
    const first = group * size;
    for (let at = 0; at < size; at++) {
      pairs.push([first + at, first + ((at + 1) % size), 3]);
      pairs.push([first + at, first + ((at + 3) % size), 2]);
    }
    pairs.push([first, ((group + 1) % groups) * size + 1, 1]);
  }
  const used = pairs.filter(([one, other]) => one !== other);
  return mapTables({
    nodes: groups * size,
    source: used.map(([one]) => one),
    target: used.map(([, other]) => other),
    weight: used.map(([, , weight]) => weight),
  });
}
