import { stableId } from '../../ids';
import type { ForeignGraph } from '../../ports/interop';

/** Characters of a text unit that is made of lines. */
const UNIT = 2_000;

/** A row that no text unit mentions, as a line of words. */
interface Stated {
  readonly id: string;
  readonly line: string;
}

/**
 * The graph with a document that states, line by line, each entity and relationship that no text unit mentions:
 * everything in Burrow can be followed to a place in a text. The graph itself where there is no such row.
 */
export function withStatedDocument(graph: ForeignGraph, today: string): ForeignGraph {
  const known = new Set(graph.text_units.map(({ id }) => id));
  const isUntold = ({ text_unit_ids }: { readonly text_unit_ids: readonly string[] }): boolean =>
    !text_unit_ids.some((id) => known.has(id));
  const titles = new Set(graph.entities.map(({ title }) => title));
  const stated: Stated[] = [
    ...graph.entities
      .filter(isUntold)
      .map(({ id, title, description }) => ({ id, line: sentence([title, description]) })),
    ...graph.relationships
      .filter((row) => isUntold(row) && titles.has(row.source) && titles.has(row.target))
      .map(({ id, source, target, description }) => ({ id, line: sentence([`${source} → ${target}`, description]) })),
  ];
  if (stated.length === 0) return graph;
  const document = documentOf(graph, today, stated);
  const unitOf = new Map(document.units.flatMap(({ unit, ids }) => ids.map((id) => [id, [unit.id]] as const)));
  const withUnit = <R extends { readonly id: string; readonly text_unit_ids: readonly string[] }>(row: R): R => {
    const ids = isUntold(row) ? unitOf.get(row.id) : undefined;
    return ids ? { ...row, text_unit_ids: ids } : row;
  };
  return {
    ...graph,
    documents: [...graph.documents, document.row],
    text_units: [...graph.text_units, ...document.units.map(({ unit }) => unit)],
    entities: graph.entities.map(withUnit),
    relationships: graph.relationships.map(withUnit),
  };
}

const sentence = (parts: readonly string[]): string =>
  parts
    .map((part) => part.replace(/\s+/gu, ' ').trim())
    .filter((part) => part !== '')
    .join(': ');

function documentOf({ name, documents, text_units }: ForeignGraph, today: string, stated: readonly Stated[]) {
  const parts: { readonly lines: string[]; readonly ids: string[] }[] = [];
  let characters = Infinity;
  for (const { id, line } of stated) {
    if (characters > UNIT) {
      parts.push({ lines: [], ids: [] });
      characters = 0;
    }
    parts.at(-1)?.lines.push(line);
    parts.at(-1)?.ids.push(id);
    characters += line.length;
  }
  const id = stableId('stated', name, ...stated.map((one) => one.id));
  const next = nextNumber(text_units);
  const units = parts.map(({ lines, ids }, at) => ({
    ids,
    unit: {
      id: stableId(id, at),
      human_readable_id: next + at,
      text: lines.join('\n\n'),
      n_tokens: -1,
      document_id: id,
    },
  }));
  const text = units.map(({ unit }) => unit.text).join('\n\n');
  const number = nextNumber(documents);
  return {
    units,
    row: { id, human_readable_id: number, title: name, text, creation_date: today, raw_data: null },
  };
}

const nextNumber = (rows: readonly { readonly human_readable_id: number }[]): number =>
  rows.reduce((most, row) => Math.max(most, row.human_readable_id), -1) + 1;
