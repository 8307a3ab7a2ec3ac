/** GraphRAG's modes, in the order in which they are offered. */
export const GRAPHRAG_MODES = ['local', 'global', 'drift', 'basic'] as const;

/** Modes of other methods by family, in the order in which they are offered. */
export const FAMILIES = {
  lightrag: [
    'lightrag-mix',
    'lightrag-local',
    'lightrag-global',
    'lightrag-hybrid',
    'lightrag-naive',
    'lightrag-bypass',
  ],
  raptor: ['raptor-collapsed', 'raptor-traversal'],
  lazy: ['lazy'],
  contextual: ['contextual'],
  whole: ['everything'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Family = keyof typeof FAMILIES;

/** A mode of another method than GraphRAG. */
export type FurtherMode = (typeof FAMILIES)[Family][number];

/** Every mode, in the order in which they are offered. */
export const RUN_MODES: readonly RunMode[] = [...GRAPHRAG_MODES, ...Object.values(FAMILIES).flat()];

/** The mode that needs nothing but passages: it shows something before names and connections are in memory. */
export const FIRST_LOOK = 'basic' satisfies RunMode;

/** Modes whose answer stands beside that of another: the first that is not the other one. */
export const BESIDES = ['basic', 'local'] as const satisfies readonly RunMode[];

/** A mode that answers. */
export type RunMode = (typeof GRAPHRAG_MODES)[number] | FurtherMode;

/** A person's choice: one of the modes, or the question decides. */
export type SearchMode = 'auto' | RunMode;
