import { addTo } from '../../arrays';
import type { EditRow } from '../../tables/tables';
import { editOf, isDecision, keysOf, type NewEdit } from '../edits/edit-values';
import { foldEdits, type EditedKeys } from '../edits/fold-edits';
import type { CountedRecord, DocumentBlock, RecordSymbols } from '../records/document-block';
import { type Records, sortForReading } from '../records/records';
import type { KeyRecords } from './key-counts';

/** Entity of each record once edits are applied. Entities and keys are numbered by the symbols of their keys. */
export interface EditedNodes {
  readonly keys: EditedKeys;
  /** Keys that any edit names, by symbol. */
  readonly edited: ReadonlySet<number>;
  /** Titles that an edit splits off, and undefined for all others: only these distinguish records of one key. */
  readonly titles: readonly (string | undefined)[];
  /** The entity of a record of this key and title, by their symbols; −1 where it was deleted. */
  home(key: number, title: number): number;
  /** The entities that records of a key may belong to. */
  homesOf(key: number): readonly number[];
  /** The keys whose records may belong to an entity. */
  keysOf(node: number): readonly number[];
}

/** Applies a log of edits to the keys of records. */
export function editedNodes(edits: readonly EditRow[], { keys: symbols, titles }: RecordSymbols): EditedNodes {
  const keys = foldEdits(edits);
  const read = edits.map(editOf);
  const edited = new Set([...new Set(read.flatMap(keysNamed))].map((key) => symbols.of(key)));
  const split = read.flatMap((edit) => (edit?.kind === 'split' ? [edit.value.title] : []));
  const nodeOf = (key: number, title: string | undefined): number => {
    const resolved = keys.resolve(symbols.text(key), title);
    return resolved === null ? -1 : symbols.of(resolved);
  };
  const homes = new Map<number, Map<number, number>>();
  const distinguished = [undefined, ...new Set(split)];
  const homesOf = (key: number): readonly number[] => {
    if (!edited.has(key)) return [key];
    return [...new Set(distinguished.map((title) => nodeOf(key, title)))].filter((node) => node >= 0);
  };
  const members = new Map<number, number[]>();
  for (const key of edited) for (const node of homesOf(key)) addTo(members, node, key);
  return {
    keys,
    edited,
    titles: distinguished,
    homesOf,
    home(key, title) {
      if (!edited.has(key)) return key;
      const known = homes.get(key) ?? new Map<number, number>();
      homes.set(key, known);
      const node = known.get(title) ?? nodeOf(key, titles.text(title));
      known.set(title, node);
      return node;
    },
    keysOf(node) {
      if (edited.has(node)) return members.get(node) ?? [];
      const own = members.get(node);
      return own ? [node, ...own] : [node];
    },
  };
}

/** Every key that an edit names. */
function keysNamed(edit: NewEdit | undefined): readonly string[] {
  if (!edit) return [];
  if (isDecision(edit)) return keysOf(edit);
  if (edit.kind === 'split') return [edit.key, edit.value.into];
  return edit.kind === 'merge' || edit.kind === 'apart' ? [edit.key, edit.value] : [edit.key];
}

/** The documents that hold records of an entity, by their ids. */
export function blocksOf(node: number, nodes: EditedNodes, records: Records): readonly DocumentBlock[] {
  const keys = nodes.keysOf(node);
  if (keys.length === 1) return records.holding(keys[0] ?? -1);
  const blocks = new Set(keys.flatMap((key) => records.holding(key)));
  return [...blocks].sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
}

/** The current records of an entity, document by document. */
export function* recordsOfNode(node: number, nodes: EditedNodes, records: Records): Generator<KeyRecords> {
  const { keys: symbols, titles } = records.symbols;
  const keys = nodes.keysOf(node);
  const text = symbols.text(node);
  const isPlain = keys.length === 1 && keys[0] === node && !nodes.edited.has(node);
  for (const block of blocksOf(node, nodes, records)) {
    if (isPlain) {
      yield { rows: records.recordsOf(node, block), merged: NONE };
      continue;
    }
    const merged = new Set<CountedRecord>();
    const own: CountedRecord[] = [];
    for (const key of keys) {
      for (const row of records.recordsOf(key, block)) {
        if (nodes.home(key, titles.of(row.title)) !== node) continue;
        const edited = row.key === text ? row : { ...row, key: text };
        if (nodes.keys.isMergedByHand(row.key, row.title)) merged.add(edited);
        own.push(edited);
      }
    }
    yield { rows: sortForReading(own, block), merged };
  }
}

const NONE: ReadonlySet<CountedRecord> = new Set();
