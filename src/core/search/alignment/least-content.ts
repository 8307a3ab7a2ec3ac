import type { Statement } from './judge';

const LEAST = 2;
const LEAST_OF_MUCH = 3;

const SOMEBODY = new Set('he she they er sie'.split(' '));

/** Whether a statement is more than a fragment such as "Half": two things that grounds have to hold, a name, or what somebody did ("she lied"). */
export const saysSomething = ({ words, demands }: Statement): boolean =>
  demands.length >= LEAST ||
  demands.some(({ kind }) => kind === 'name') ||
  (demands.length > 0 && tellsOfSomebody(words));

const tellsOfSomebody = ([first]: Statement['words']): boolean => first !== undefined && SOMEBODY.has(first.lower);

/** Whether a statement says something without its label: "lit by gas from 1911", but not "Ingrid Dahl, 1907". */
export const saysMuch = ({ demands }: Statement): boolean =>
  demands.length >= LEAST_OF_MUCH && demands.filter(({ kind }) => kind === 'word').length >= LEAST;
