import type { IndexState } from '../ports/index-state';

const WITHOUT_MODEL = ['text units', 'mentions', 'graph', 'communities', 'reports', 'embeddings'] as const;

const READING = 'model reading';
/** Steps that read a graph with a model. */
const GRAPH_STEPS = [READING, 'model resolution', 'model descriptions'] as const;

/**
 * Methods as names of steps: GraphRAG's *fast* and *standard*, LightRAG's, which needs no reports by a model, and those that add rows of their own to
 * *fast*. A run makes the steps of several methods in the one order of all steps, so that what two of them need is made once.
 */
export const METHODS = {
  fast: WITHOUT_MODEL,
  standard: [...WITHOUT_MODEL, ...GRAPH_STEPS, 'model reports'],
  lightrag: [...WITHOUT_MODEL, ...GRAPH_STEPS, 'model keywords'],
  raptor: [...WITHOUT_MODEL, 'model summaries'],
  contextual: [...WITHOUT_MODEL, 'model contexts'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Methods of indexing with a model, in the order in which they are offered. */
export const INDEX_METHODS = ['standard', 'lightrag', 'raptor', 'contextual'] as const;

export type IndexMethod = (typeof INDEX_METHODS)[number];

/** Checks if a step belongs to one of these methods. */
export const isStepOf = (methods: readonly IndexMethod[], step: string): boolean =>
  methods.some((method) => METHODS[method].some((name) => name === step));

/** Steps that a parameter `write` switches on, by their method. */
const WRITTEN = { lightrag: 'model keywords', raptor: 'model summaries', contextual: 'model contexts' } as const;
/** Steps that are a method by themselves, or add one to GraphRAG. */
export const METHOD_STEPS: readonly string[] = Object.values(WRITTEN);
/** Depth of reading that serves LightRAG alone. */
export const THEMES = 'themes';

/** Choices of a run that decide which methods it serves. */
export interface MethodChoices {
  readonly parameters: IndexState['parameters'];
  readonly skipSteps: readonly string[];
}

/** Finds the methods that a run with these choices serves. Missing parameters have their defaults. */
export function methodsOf({ parameters, skipSteps }: MethodChoices): readonly IndexMethod[] {
  const isRead = !skipSteps.includes(READING);
  const isThemes = parameters[READING]?.['depth'] === THEMES;
  const isWritten = (method: keyof typeof WRITTEN): boolean => parameters[WRITTEN[method]]?.['write'] === true;
  return INDEX_METHODS.filter((method) => {
    if (method === 'standard') return isRead && !isThemes;
    return isWritten(method) || (method === 'lightrag' && isRead && isThemes);
  });
}

/** Steps of the graph that a run of these methods leaves out. */
const leftOutBy = (methods: readonly IndexMethod[]): readonly string[] =>
  METHODS.standard.filter((step) => step.startsWith('model ') && !isStepOf(methods, step));

/** Choices before others are made. */
interface ChoicesBefore {
  readonly methods: readonly IndexMethod[];
  readonly skipSteps: readonly string[];
  /** Depth in which GraphRAG reads. */
  readonly depth: string;
}

/**
 * Returns the choices of a run that serves these methods, and of parameters only those that change. LightRAG alone reads in its own depth; beside GraphRAG
 * it adds themes to what that reads. Steps that a person left out stay so.
 */
export function choicesFor(methods: readonly IndexMethod[], before: ChoicesBefore): MethodChoices {
  const has = (method: IndexMethod): boolean => methods.includes(method);
  const isAlone = has('lightrag') && !has('standard');
  const [were, are] = [leftOutBy(before.methods), leftOutBy(methods)];
  const own = before.skipSteps.filter((step) => !were.includes(step) && !are.includes(step));
  return {
    parameters: {
      [READING]: { depth: isAlone ? THEMES : before.depth },
      [WRITTEN.lightrag]: { write: has('lightrag') },
      [WRITTEN.raptor]: { write: has('raptor') },
      [WRITTEN.contextual]: { write: has('contextual') },
    },
    skipSteps: [...own, ...are],
  };
}
