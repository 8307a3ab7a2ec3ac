import { graphrag } from './parameters/graphrag';
import { prompts } from './parameters/prompts';
import { search } from './parameters/search';
import { steps } from './parameters/steps';

/** Titles and explanations of steps, parameters, modes and prompts. */
export const parameters: Readonly<Record<string, string>> = { ...graphrag, ...prompts, ...search, ...steps };
