import type { Statement } from './judge';

const LEAST = 2;
const LEAST_OF_MUCH = 3;

const SOMEBODY = new Set('he she they er sie'.split(' '));

/** Whether a statement is more than a fragment such as "Half": two things that grounds have to hold, a name, what somebody did ("she lied"), or that there is something. */
export const saysSomething = ({ words, demands }: Statement): boolean =>
  demands.length >= LEAST ||
  demands.some(({ kind }) => kind === 'name') ||
  (demands.length > 0 && (tellsOfSomebody(words) || tellsThatThereIs(words)));

const tellsOfSomebody = ([first]: Statement['words']): boolean => first !== undefined && SOMEBODY.has(first.lower);

/** "There will be no tunnel", "Es gibt keinen Vertrag". */
const tellsThatThereIs = ([first, second]: Statement['words']): boolean =>
  THERE_IS.has(`${first?.lower ?? ''} ${second?.lower ?? ''}`);
const THERE_IS = new Set(['there is', 'there are', 'there was', 'there were', 'there will', 'es gibt', 'es gab']);

/** Whether a statement says something without its label: "lit by gas from 1911", but not "Ingrid Dahl, 1907". */
export const saysMuch = ({ demands }: Statement): boolean =>
  demands.length >= LEAST_OF_MUCH && demands.filter(({ kind }) => kind === 'word').length >= LEAST;
