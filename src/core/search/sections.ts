import { relationWords } from '../graph/relation-words';
import type { SearchIndex } from '../retrieval/index';
import { estimateTokens } from '../text/tokens';
import type { ContextItem, ContextSection } from './events';

interface Weighed extends ContextItem {
  readonly tokens: number;
}

const SHOWN = 40;

/** A section of the trace; its tokens are those of the used items. */
export function section(name: ContextSection['name'], items: readonly Weighed[]): ContextSection {
  return {
    name,
    tokens: items.reduce((sum, item) => sum + (item.used ? item.tokens : 0), 0),
    items: items.slice(0, SHOWN).map(({ kind, id, title, score, used }) => ({ kind, id, title, score, used })),
  };
}

/** Text units by store number, best first. */
export function sourceItems(
  index: SearchIndex,
  hits: readonly { readonly id: number; readonly score: number }[],
  used: ReadonlySet<number>,
): readonly Weighed[] {
  return hits.flatMap(({ id: slot, score }) => {
    const unit = index.unitAt.get(slot);
    if (!unit) return [];
    const title = [index.labels.get(unit.document_id) ?? '', ...unit.heading_path].join(' › ');
    return [{ kind: 'text unit', id: unit.id, title, score, used: used.has(slot), tokens: unit.n_tokens }];
  });
}

/** Entities by row number, best first. */
export function entityItems(
  index: SearchIndex,
  rows: readonly number[],
  scores: ReadonlyMap<number, number>,
): readonly Weighed[] {
  return rows.flatMap((row) => {
    const entity = index.tables.entities[row];
    if (!entity) return [];
    const tokens = estimateTokens(`${entity.title} ${entity.description}`);
    return [{ kind: 'entity', id: entity.id, title: entity.title, score: scores.get(row) ?? 0, used: true, tokens }];
  });
}

/** Relationships by row number, best first. */
export function relationshipItems(
  index: SearchIndex,
  rows: readonly number[],
  used: ReadonlySet<number>,
): readonly Weighed[] {
  return rows.flatMap((row) => {
    const one = index.tables.relationships[row];
    if (!one) return [];
    const title = `${one.source} – ${one.target}`;
    const tokens = estimateTokens(`${title} ${relationWords(one)}`);
    return [{ kind: 'relationship', id: one.id, title, score: one.weight, used: used.has(row), tokens }];
  });
}

/** Reports by row number, best first. */
export function reportItems(
  index: SearchIndex,
  picks: readonly { readonly row: number; readonly score: number }[],
  used: ReadonlySet<number>,
): readonly Weighed[] {
  return picks.flatMap(({ row, score }) => {
    const report = index.tables.communityReports[row];
    if (!report) return [];
    const tokens = estimateTokens(report.full_content);
    return [{ kind: 'report', id: report.id, title: report.title, score, used: used.has(row), tokens }];
  });
}
