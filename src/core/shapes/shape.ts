/**
 * The shape of a model's reply. It compiles to EBNF (WebLLM), JSON Schema (servers, the Prompt API) and RegExp (transformers.js). One tolerant
 * parser reads the replies of all of them, and cuts what is longer than the shape says. The limit of tokens of its request ends a reply.
 */
export type Shape = RecordShape | ChoiceShape | LinesShape;

/** One JSON object with these fields, in this order. */
export interface RecordShape {
  readonly kind: 'record';
  readonly fields: Readonly<Record<string, FieldShape>>;
}

/** One of a few words: a decision in a handful of tokens. */
export interface ChoiceShape {
  readonly kind: 'choice';
  readonly options: readonly string[];
}

/**
 * Up to `max` records of several kinds, one per line, as in `E|Ada Byrne|person`. They take about half the tokens of JSON. A line begins with
 * the tag of its kind. Its fields follow in order, with `|` between them. The word `none` stands for no records.
 */
export interface LinesShape {
  readonly kind: 'lines';
  /** By tag: letters and digits. */
  readonly records: Readonly<Record<string, LineShape>>;
  readonly max: number;
}

export interface LineShape {
  readonly fields: Readonly<Record<string, FlatShape>>;
}

/** A field that fits into a line. */
export type FlatShape = TextShape | NumberShape | ChoiceShape | NumbersShape;

export type FieldShape = FlatShape | TextsShape | RecordsShape;

/** Text without control characters, 1 to `max` characters; in lines without `|` too. */
interface TextShape {
  readonly kind: 'text';
  readonly max: number;
}

/** A whole number, `min` to `max`, both at least 0. */
interface NumberShape {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
}

/** Whole numbers, such as the sentences that prove something; at most `items` of them. */
interface NumbersShape {
  readonly kind: 'numbers';
  readonly min: number;
  readonly max: number;
  readonly items: number;
}

interface TextsShape {
  readonly kind: 'texts';
  readonly max: number;
  readonly items: number;
}

interface RecordsShape {
  readonly kind: 'records';
  readonly of: RecordShape;
  readonly items: number;
}

type FieldValue<F extends FieldShape> = F extends TextShape | ChoiceShape
  ? string
  : F extends NumberShape
    ? number
    : F extends NumbersShape
      ? readonly number[]
      : F extends TextsShape
        ? readonly string[]
        : F extends RecordsShape
          ? readonly RecordValue<F['of']>[]
          : never;

type RecordValue<R extends { readonly fields: Readonly<Record<string, FieldShape>> }> = {
  readonly [K in keyof R['fields']]: FieldValue<R['fields'][K]>;
};

/** A line as read: its tag and its fields. */
type LineValue<L extends LinesShape> = {
  readonly [T in keyof L['records'] & string]: { readonly tag: T } & RecordValue<L['records'][T]>;
}[keyof L['records'] & string];

/** A reply of this shape as data. */
export type ShapeValue<S extends Shape> = S extends RecordShape
  ? RecordValue<S>
  : S extends ChoiceShape
    ? string
    : S extends LinesShape
      ? readonly LineValue<S>[]
      : never;
