import { addTo } from '../arrays';
import type { CommunityRow } from '../tables/tables';

/** Place of a community in the hierarchy. */
type Place = Pick<CommunityRow, 'community' | 'level' | 'parent' | 'size'>;

/** Communities of two members or more in reading order: each before its parts, and of parts of the same whole the larger first. */
export function inReadingOrder<R extends Place>(communities: readonly R[]): readonly R[] {
  const shown = communities.filter(({ size }) => size > 1);
  const numbers = new Set(shown.map(({ community }) => community));
  const parts = new Map<number, R[]>();
  for (const row of shown) {
    const whole = numbers.has(row.parent) ? row.parent : -1;
    addTo(parts, whole, row);
  }
  for (const rows of parts.values()) rows.sort((a, b) => b.size - a.size || a.community - b.community);
  const ordered: R[] = [];
  const waiting = (parts.get(-1) ?? []).toReversed();
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    ordered.push(row);
    for (const part of (parts.get(row.community) ?? []).toReversed()) waiting.push(part);
  }
  return ordered;
}

/**
 * Selects the communities of a level, in the same order: its own and the broader ones that were not divided further. So
 * no member is in two of them. All for null.
 */
export function communitiesAtLevel<R extends Place>(ordered: readonly R[], level: number | null): readonly R[] {
  if (level === null) return ordered;
  const divided = new Set(ordered.map(({ parent }) => parent));
  return ordered.filter((row) => row.level === level || (row.level < level && !divided.has(row.community)));
}

/** The deepest level among communities of two members or more; 0 without any. */
export const deepestLevel = (communities: readonly Place[]): number =>
  communities.reduce((deepest, { level, size }) => (size > 1 ? Math.max(deepest, level) : deepest), 0);
