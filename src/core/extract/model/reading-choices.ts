import { sha256Text } from '../../ids';
import { CLAIMS } from '../../prompts/claims';
import { GLEANING, GLEANING_MORE } from '../../prompts/gleaning';
import { versionOf } from './calls';
import type { ReadingOptions } from './reading';

/** Names what a passage was read with beyond the layer: which model where, and the choices that change the words of the calls. */
export function hashOfChoices(options: ReadingOptions): string {
  const { types, openTypes, language, depth, gleanings, reader = '' } = options;
  const turns = depth === 'full' && gleanings > 0 ? [GLEANING, GLEANING_MORE] : [];
  return short([reader, types, openTypes, language, turns.length > 0 && gleanings, wordsOf(turns, options)]);
}

/** The same of the question for claims. */
export function hashOfClaims(options: ReadingOptions): string {
  return short([options.claimsAbout, wordsOf([CLAIMS], options)]);
}

const wordsOf = (prompts: readonly (typeof CLAIMS)[], options: ReadingOptions): readonly string[] =>
  prompts.map((prompt) => versionOf(prompt, options));

const short = (facts: readonly unknown[]): string => sha256Text(JSON.stringify(facts)).slice(0, 8);
