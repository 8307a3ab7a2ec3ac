/** Letters of a run that is taken for encoded bytes, where lines of it follow one another. */
const LEAST = 400;

const dataAddress = /data:[\w.+/-]{1,80}(?:;[\w=.-]{1,40}){0,4};base64,[A-Za-z0-9+/=%]*/gu;
const run = /(?<![A-Za-z0-9+/=])(?:[A-Za-z0-9+/]{40,}[ \t]*\r?\n[ \t>]*)*[A-Za-z0-9+/]{16,}={0,2}(?![A-Za-z0-9+/=])/gu;

/** Text without pictures and other bytes that are written in it as letters (base64): nobody reads them as words. */
export const withoutEncodedData = (text: string): string =>
  text.replace(dataAddress, 'data:').replace(run, (found) => (found.length >= LEAST && isMixed(found) ? '' : found));

/** Sequences of genes, digits of pi and digests have letters of one kind. */
const isMixed = (found: string): boolean => /[a-z]/u.test(found) && /[A-Z]/u.test(found) && /\d/u.test(found);
