/** The parameters of GraphRAG beside those of Burrow. */
export { GRAPHRAG_PARAMETERS } from '../../core/graphrag-parameters';
