/** GraphRAG's modes, in the order in which they are offered. */
export const GRAPHRAG_MODES = ['local', 'global', 'drift', 'basic'] as const;

/** Modes after other methods, in the order in which they are offered. */
export const FURTHER_MODES = ['lightrag-local'] as const;

/** Every mode, in the order in which they are offered. */
export const RUN_MODES = [...GRAPHRAG_MODES, ...FURTHER_MODES] as const;

/** A mode that answers. */
export type RunMode = (typeof RUN_MODES)[number];

/** A person's choice: one of the modes, or the question decides. */
export type SearchMode = 'auto' | RunMode;
