import type { Prompt } from './prompt';

/** A further turn of the same conversation; its system part is that of the first turn. */
export const GLEANING: Prompt = {
  name: 'gleaning',
  title: 'What was missed',
  doc: 'A further turn that asks for what the first answer left out.',
  source: 'GraphRAG 3.1 extract_graph, the further turn',
  version: 2,
  system: '',
  user: 'Your answer is incomplete. Read the passage again and add only what is still missing, {form}',
  forms: {
    lines: 'in lines of the same forms and with the same types. If nothing is missing, answer: none',
    json: 'in a JSON object of the same form and with the same types. If nothing is missing, its lists are empty.',
  },
};

/** Stands between two gleanings: a decision of one letter. */
export const GLEANING_MORE: Prompt = {
  name: 'gleaning more',
  title: 'Whether anything is still missing',
  doc: 'Asked between two further turns: whether another one is worth its cost.',
  source: 'GraphRAG 3.1 extract_graph, the question between two further turns',
  version: 2,
  system: '',
  user: 'Is anything in the passage still missing from your answers? {form}: Y for yes, N for no.',
  forms: { lines: 'Answer with one letter', json: 'Answer with one letter in JSON, as {"choice":"N"}' },
};
