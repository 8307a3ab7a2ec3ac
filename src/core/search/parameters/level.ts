/** Deepest community level whose reports are read where a person chose none (GraphRAG's community_level). */
export const DEFAULT_LEVEL = 2;
