/**
 * What a model's reply must look like, described once. It compiles to EBNF (WebLLM), JSON Schema (servers, the Prompt API) and RegExp
 * (transformers.js); one tolerant parser reads the replies of all of them. Every length is bounded, so that no reply can run away.
 */
export type Shape = RecordShape | ListShape | ChoiceShape;

/** One object with these fields, in this order. */
export interface RecordShape {
  readonly kind: 'record';
  readonly fields: Readonly<Record<string, FieldShape>>;
}

/** `min` to `max` records of one shape, written as one JSON array. */
export interface ListShape {
  readonly kind: 'list';
  readonly of: RecordShape;
  readonly min: number;
  readonly max: number;
}

/** One word out of a few: a decision in a handful of tokens. */
export interface ChoiceShape {
  readonly kind: 'choice';
  readonly options: readonly string[];
}

export type FieldShape =
  /** Text without control characters, at most `max` characters. */
  | { readonly kind: 'text'; readonly max: number }
  /** A whole number, `min` to `max`, both at least 0. */
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  /** Whole numbers, such as the sentences that prove something; at most `items` of them. */
  | { readonly kind: 'numbers'; readonly min: number; readonly max: number; readonly items: number }
  | { readonly kind: 'texts'; readonly max: number; readonly items: number }
  | { readonly kind: 'records'; readonly of: RecordShape; readonly items: number };
