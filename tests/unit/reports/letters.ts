import type { CommunityRow } from '../../../src/core/tables/tables';
import { world } from './mill';
import type { ReportInput } from './report-fixtures';

export const GROUPS = 4;
const EACH = 5;
const group = (g: number): readonly string[] =>
  Array.from({ length: EACH }, (_, i) => `Person${String(g)}x${String(i)}`);
const sentences = Array.from({ length: GROUPS }, (_, g) => {
  const people = group(g);
  const letters = people.flatMap((a, i) =>
    people.slice(i + 1).map((b) => `${a} wrote a long letter to ${b} about the harvest and ${'abcd'[g] ?? ''}corn.`),
  );
  return [
    ...letters,
    `${people[0] ?? ''} met ${group((g + 1) % GROUPS)[0] ?? ''} once at the market in town ${String(g)}.`,
  ];
});

/** Four groups of letter writers, a document each, that meet at a market: one community of all, one below it for each group. */
export function letters(): ReportInput {
  const sources = sentences.map((list, g) => ({ id: `letters-${String(g)}`, text: list.join(' ') }));
  const input = world(sources, Array.from({ length: GROUPS }, (_, g) => group(g)).flat());
  const all = row(
    input,
    100,
    0,
    -1,
    input.entities.map(({ id }) => id),
  );
  const parts = Array.from({ length: GROUPS }, (_, g) =>
    row(
      input,
      101 + g,
      1,
      100,
      group(g).map((name) => `e-${name}`),
    ),
  );
  return { ...input, communities: [{ ...all, children: parts.map(({ community }) => community) }, ...parts] };
}

function row(
  input: ReportInput,
  community: number,
  level: number,
  parent: number,
  members: readonly string[],
): CommunityRow {
  const [like] = input.communities;
  if (!like) throw new Error('There are no communities.');
  const inside = input.relationships.filter(
    (one) => members.includes(one.source_id) && members.includes(one.target_id),
  );
  return {
    ...like,
    id: `community-${String(community)}`,
    community,
    level,
    parent,
    children: [],
    entity_ids: members,
    relationship_ids: inside.map(({ id }) => id),
    size: members.length,
  };
}
