import type { Prompt } from './prompt';

/** A further turn of the same conversation; its system part is that of the first turn. */
export const GLEANING: Prompt = {
  name: 'gleaning',
  title: 'What was missed',
  doc: 'A further turn that asks for what the first answer left out.',
  version: 1,
  system: '',
  user: 'Much was left out. Read the passage again and add only what is still missing, in lines of the same forms and with the same types. If nothing is missing, answer: none',
};

/** Stands between two gleanings: a decision of one letter. */
export const GLEANING_MORE: Prompt = {
  name: 'gleaning more',
  title: 'Whether anything is still missing',
  doc: 'Asked between two further turns: whether another one is worth its cost.',
  version: 1,
  system: '',
  user: 'Does the passage hold anything that is still missing from your answers? Answer with one letter: Y for yes, N for no.',
};
