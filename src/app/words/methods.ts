import { isByNoModel } from '../../core/provenance';
import type { Answer } from '../../core/search/answer/answer';
import { language } from './language.svelte';
export { isByNoModel, titleOfLayer } from '../../core/provenance';

/** Names the author of a text, wherever it is shown. */
export function methodLabel(method: string): string {
  const words = language.words.shared.methods;
  switch (method) {
    case 'evidence':
    case 'extractive':
    case 'curated':
      return words[method];
    case 'no-model':
    case 'fast':
      return words.noModel;
    default:
      return words.writtenBy(method);
  }
}

/** The same of an answer: a model that read and wrote nothing is no author. */
export const answerLabel = ({ method, text }: Pick<Answer, 'method' | 'text'>): string =>
  methodLabel(text === undefined ? 'evidence' : method);

/** The same for what was found in documents rather than written about them. */
export const foundLabel = (method: string): string =>
  isByNoModel(method) ? methodLabel(method) : language.words.shared.methods.foundBy(method);

/** The same in a column of its own: the model's name alone. */
export const finderLabel = (method: string): string => (isByNoModel(method) ? methodLabel(method) : method);

/** The same for a community report: its sentences come from the documents even where people described the graph. */
export function reportMethodLabel(method: string): string {
  return method === 'curated' ? language.words.shared.methods.curatedReport : methodLabel(method);
}
