import type { IndexState } from '../ports/index-state';

/** Methods of indexing with a model, in the order in which they are offered. */
export const INDEX_METHODS = ['graphrag', 'lightrag', 'raptor', 'contextual'] as const;

export type IndexMethod = (typeof INDEX_METHODS)[number];

/** Choices of a run that decide which methods it serves. */
export interface MethodChoices {
  readonly parameters: IndexState['parameters'];
  readonly skipSteps: readonly string[];
}

const READING = 'model reading';
const REPORTS = 'model reports';
/** Steps of the graph by a model. */
const GRAPH_STEPS: readonly string[] = [READING, 'model resolution', 'model descriptions', REPORTS];
/** Steps that a parameter `write` switches on. */
const WRITTEN: Readonly<Record<Exclude<IndexMethod, 'graphrag'>, string>> = {
  lightrag: 'model keywords',
  raptor: 'model summaries',
  contextual: 'model contexts',
};
/** Steps that are a method by themselves, or add one to GraphRAG. */
export const METHOD_STEPS: readonly string[] = Object.values(WRITTEN);
/** Depth of reading that serves LightRAG alone. */
const THEMES = 'themes';

/** Finds the methods that a run with these choices serves. Missing parameters have their defaults. */
export function methodsOf({ parameters, skipSteps }: MethodChoices): readonly IndexMethod[] {
  const isRead = !skipSteps.includes(READING);
  const isThemes = parameters[READING]?.['depth'] === THEMES;
  const isWritten = (method: keyof typeof WRITTEN): boolean => parameters[WRITTEN[method]]?.['write'] === true;
  return INDEX_METHODS.filter((method) => {
    if (method === 'graphrag') return isRead && !isThemes;
    return isWritten(method) || (method === 'lightrag' && isRead && isThemes);
  });
}

/**
 * Returns the choices of a run that serves these methods, and of parameters only those that change. LightRAG alone reads in its own depth and leaves out
 * reports. Beside GraphRAG it adds themes to what that reads, at whatever `depth` a person chose.
 */
export function choicesFor(
  methods: readonly IndexMethod[],
  { skipSteps }: Pick<MethodChoices, 'skipSteps'>,
  depth: string,
): MethodChoices {
  const has = (method: IndexMethod): boolean => methods.includes(method);
  const isAlone = has('lightrag') && !has('graphrag');
  const leftOut = has('graphrag') ? [] : isAlone ? [REPORTS] : GRAPH_STEPS;
  const written = {
    [WRITTEN.lightrag]: { write: has('lightrag') && !isAlone },
    [WRITTEN.raptor]: { write: has('raptor') },
    [WRITTEN.contextual]: { write: has('contextual') },
  };
  return {
    parameters: { ...written, ...((isAlone || has('graphrag')) && { [READING]: { depth: isAlone ? THEMES : depth } }) },
    skipSteps: [...skipSteps.filter((name) => !GRAPH_STEPS.includes(name)), ...leftOut],
  };
}
