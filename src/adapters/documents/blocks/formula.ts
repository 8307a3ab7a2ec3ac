/**
 * Formulas and readings on one line, for all formats that have them. Their parts are text already; one of several signs is
 * put in brackets, so that no number becomes another.
 */

const single = /^(?:[\p{L}\p{M}]|[\p{N}.,]+)$/u;
const word = /^[\p{L}\p{M}\p{N}.,]+$/u;

const bracketed = (text: string, whole: RegExp): string => (whole.test(text) ? text : `(${text})`);

/** A fraction: `3/4`, `(a+b)/c`. */
export const fraction = (top: string, bottom: string): string =>
  `${bracketed(top.trim(), word)}/${bracketed(bottom.trim(), word)}`;

/** A power: `x^2`, `e^(a+b)`. */
export const power = (base: string, exponent: string): string =>
  exponent.trim() ? `${base.trimEnd()}^${bracketed(exponent.trim(), single)}` : base;

/** A lowered index: `x_1`. */
export const indexed = (base: string, index: string): string =>
  index.trim() ? `${base.trimEnd()}_${bracketed(index.trim(), single)}` : base;

/** A root: `√(x)`, `3√(x)`. */
export const root = (radicand: string, degree = ''): string => `${degree.trim()}√(${radicand.trim()})`;

/** A sum, an integral or the like with its limits: `∑_(i=1)^n`. */
export const largeOperator = (sign: string, lower: string, upper: string): string => power(indexed(sign, lower), upper);

/** Text with its reading: `漢字(かんじ)`. */
export const ruby = (base: string, reading: string): string =>
  reading.trim() ? `${base}(${reading.trim().replace(/^[(（《]|[)）》]$/gu, '')})` : base;
