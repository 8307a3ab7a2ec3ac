import type { EditRow } from '../../tables/tables';

/** The value of a `split`: the name that leaves an entity, and its key from then on. */
export interface SplitValue {
  readonly title: string;
  readonly into: string;
}

/** The model that decided on two names, and the layer of the run; edits of earlier versions lack the layer. */
interface Decider {
  readonly by: string;
  readonly layer?: string;
}

/** The value of an `alias`: the key that means the same, and the model that decided so. */
interface AliasValue extends Decider {
  readonly into: string;
}

/** The value of a `distinct`: the key that means another, and the model that decided so. */
export interface DistinctValue extends Decider {
  readonly other: string;
  /** True where the model gave the name to several entities that cannot be one. It stays by itself until a person decides. */
  readonly homonym?: boolean;
}

/** An edit of an entity: by a person, or by a model that was asked about two names. */
export type NewEdit =
  | {
      readonly kind: 'merge' | 'rename' | 'type' | 'delete' | 'apart' | 'undo' | 'redo';
      readonly key: string;
      /** Key to merge into or to keep apart from, new title or new type; empty for `delete`, `undo` and `redo`. */
      readonly value: string;
    }
  | { readonly kind: 'split'; readonly key: string; readonly value: SplitValue }
  | Decision;

/** A model's decision on two names. */
export type Decision =
  | { readonly kind: 'alias'; readonly key: string; readonly value: AliasValue }
  | { readonly kind: 'distinct'; readonly key: string; readonly value: DistinctValue };

/** Parses a row of the log; undefined for one that cannot be read. */
export function editOf({ kind, key, value }: EditRow): NewEdit | undefined {
  const read: unknown = JSON.parse(value);
  if (kind === 'split') return isSplit(read) ? { kind, key, value: read } : undefined;
  if (kind === 'alias') return isAlias(read) ? { kind, key, value: read } : undefined;
  if (kind === 'distinct') return isDistinct(read) ? { kind, key, value: read } : undefined;
  return isPlain(kind) ? { kind, key, value: typeof read === 'string' ? read : '' } : undefined;
}

const PLAIN = ['merge', 'rename', 'type', 'delete', 'apart', 'undo', 'redo'] as const;

const isPlain = (kind: string): kind is (typeof PLAIN)[number] => PLAIN.some((one) => one === kind);

/** Checks for an edit by a model. */
export function isDecision(edit: NewEdit): edit is Decision {
  return edit.kind === 'alias' || edit.kind === 'distinct';
}

/** The decision with the layer that it belongs to. */
export const ofLayer = (decision: Decision, layer: string): Decision =>
  decision.kind === 'alias'
    ? { ...decision, value: { ...decision.value, layer } }
    : { ...decision, value: { ...decision.value, layer } };

/** The two keys that a model was asked about. */
export function keysOf({ kind, key, value }: Decision): readonly [string, string] {
  return [key, kind === 'alias' ? value.into : value.other];
}

function isSplit(value: unknown): value is SplitValue {
  return hasTexts(value, 'title', 'into');
}

function isAlias(value: unknown): value is AliasValue {
  return hasTexts(value, 'into', 'by');
}

function isDistinct(value: unknown): value is DistinctValue {
  return hasTexts(value, 'other', 'by');
}

function hasTexts(value: unknown, ...names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const texts = value as Readonly<Record<string, unknown>>;
  return names.every((name) => typeof texts[name] === 'string');
}
