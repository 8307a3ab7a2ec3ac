import { isByNoModel } from '../../core/provenance';

/** Says who wrote something, wherever it is shown. */
export function methodLabel(method: string): string {
  switch (method) {
    case 'evidence':
      return 'Quoted from your documents';
    case 'extractive':
      return 'Extracted, no model';
    case 'no-model':
    case 'fast':
      return 'Found without a model';
    case 'curated':
      return 'Written by hand for the sample';
    default:
      return `Written by ${method}`;
  }
}

/** The same for what was found in documents rather than written about them. */
export const foundLabel = (method: string): string =>
  isByNoModel(method) ? methodLabel(method) : `Found by ${method}`;

/** The same in a column of its own: the model's name alone. */
export const finderLabel = (method: string): string => (isByNoModel(method) ? methodLabel(method) : method);

/** The same for a community report: its sentences come from the documents even where people described the graph. */
export function reportMethodLabel(method: string): string {
  return method === 'curated'
    ? 'Extracted from the documents; headings of findings are descriptions written by hand'
    : methodLabel(method);
}

/** Said under a finding that leads nowhere: a model wrote it, and named nothing that it was shown. */
export const UNFOUNDED = 'No passage was given for this. Do not rely on it.';
/** The same of one sentence among others, in brief. */
export const UNSOURCED = 'no source given';
/** The same of a text none of whose sentences has one. */
export const ALL_UNSOURCED = 'no source given for any of this';
