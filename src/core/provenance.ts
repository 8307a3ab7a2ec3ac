/** The layer of records, and the method of rows, that no model made. */
export const NO_MODEL = 'no-model';

/**
 * Methods without a model. Any other `method` names the layers of the models that had a part, joined by commas: a model's title, with the
 * version of its prompt in parentheses.
 */
const WITHOUT_MODEL: ReadonlySet<string> = new Set([NO_MODEL, 'fast', 'extractive', 'curated']);

/** Checks that no model took part in it. */
export const isByNoModel = (method: string): boolean => WITHOUT_MODEL.has(method);

/** Checks if the model of this title took part in it, with any version of the prompt. */
export const isByTitle = (method: string, title: string): boolean => `, ${method}`.includes(`, ${title} (`);

/** Checks if a model had a part in it with this prompt, in any version. */
export const isByPrompt = (method: string, prompt: string): boolean => method.includes(` (${prompt} `);

const IMPORTED = ' (imported)';

/** The layer of records, and the method of rows, that another program made. */
export const importedLayer = (program: string): string => `${program}${IMPORTED}`;

/** Checks if another program alone made it. */
export const isImported = (method: string): boolean => method.endsWith(IMPORTED) && !method.includes(', ');

/** The model's name for people in that of a layer. */
export const titleOfLayer = (layer: string): string => layer.replace(/ \([^()]*\)$/u, '');
