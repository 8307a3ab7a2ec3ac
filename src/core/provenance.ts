/** The layer of records, and the method of rows, that no model made. */
export const NO_MODEL = 'no-model';

/**
 * Ways of making a row, or of reading a collection, in which no model has a part. Every other `method` names the layers of the models that had
 * one, joined by commas: a model's title, and the version of the words it was asked with in parentheses.
 */
const WITHOUT_MODEL: ReadonlySet<string> = new Set([NO_MODEL, 'fast', 'extractive', 'curated']);

/** Whether no model had a part in it. */
export const isByNoModel = (method: string): boolean => WITHOUT_MODEL.has(method);

/** Whether the model of this title had a part in it, with whatever words it was asked. */
export const isByTitle = (method: string, title: string): boolean => `, ${method}`.includes(`, ${title} (`);

/** The model's name for people in that of a layer. */
export const titleOfLayer = (layer: string): string => layer.replace(/ \([^()]*\)$/u, '');
