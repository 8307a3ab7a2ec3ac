/** Names of parameters that have a form of their own. */
export { LEVEL } from '../../core/search/search-parameters';
