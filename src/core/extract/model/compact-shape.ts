import type { FlatShape, LinesShape } from '../../shapes/shape';

/** Beyond all that is ever numbered, so that the parser's pulling of numbers into range never makes one point at something. */
export const LAST_NUMBER = 99;
const number = { kind: 'number', min: 0, max: LAST_NUMBER } as const;
/** Characters of a name: conventions, committees and laws have long ones. */
export const MAX_NAME_LENGTH = 200;
/** One bound for all texts, so that a grammar has one rule for them. */
const text = { kind: 'text', max: MAX_NAME_LENGTH } as const;
const sentences = { kind: 'numbers', min: 1, max: 999, items: 3 } as const;

/** The type in a line: one of a list, or open. */
export const typeField = (types: readonly string[] | null): Extract<FlatShape, { readonly kind: 'text' | 'choice' }> =>
  types?.length ? { kind: 'choice', options: types } : { kind: 'text', max: 24 };

/** What a compact reading may answer. The same for each call of a run, so that an engine compiles it once; null lets any type through. */
export const compactShape = (types: readonly string[] | null) =>
  ({
    kind: 'lines',
    max: 64,
    records: {
      keep: { fields: { type: typeField(types), numbers: { kind: 'numbers', min: 1, max: LAST_NUMBER, items: 24 } } },
      new: { fields: { number, name: text, type: typeField(types) } },
      link: { fields: { source: number, target: number, predicate: text, sentences } },
    },
  }) as const satisfies LinesShape;
