import type { Statement } from './judge';

const LEAST = 2;
const LEAST_OF_MUCH = 3;

/** Whether a statement is more than a fragment such as "Half": two things that grounds have to hold, or a name. */
export const saysSomething = ({ demands }: Statement): boolean =>
  demands.length >= LEAST || demands.some(({ kind }) => kind === 'name');

/** Whether a statement says something without its label: "lit by gas from 1911", but not "Ingrid Dahl, 1907". */
export const saysMuch = ({ demands }: Statement): boolean =>
  demands.length >= LEAST_OF_MUCH && demands.filter(({ kind }) => kind === 'word').length >= LEAST;
