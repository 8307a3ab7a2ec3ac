import type { ExtractionRow, TextUnitRow } from '../../tables/tables';
import { READ, UNREAD } from '../extraction-status';
import type { ReadingOptions, ReadingTally } from './reading';
import { layerRecord } from './records';
import { sha256Text } from '../../ids';
import { CLAIMS_PROMPT, GLEANING, GLEANING_MORE } from '../../prompts/extraction';
import { versionOf } from './messages';

/** The rounds in which a text unit was read. */
interface ReadRounds {
  readonly readIn: number;
  /** The round without a usable reply about claims, or in which they were left out; missing where claims are complete. */
  readonly claimsIn?: number;
}

/** The marker of a text unit that was read, with what the reading cost and gave. */
export function readMarker(
  unit: TextUnitRow,
  options: ReadingOptions,
  tally: ReadingTally,
  rounds: ReadRounds,
): ExtractionRow {
  return marker(unit, options.layer, READ, { depth: options.depth, ...choicesOf(options), ...rounds, ...tally });
}

/** The marker of a text unit without a usable reply; its no-model records stay current. */
export function unreadMarker(
  unit: TextUnitRow,
  options: ReadingOptions,
  failure: { readonly reason: string; readonly round: number },
): ExtractionRow {
  return marker(unit, options.layer, UNREAD, { ...choicesOf(options), ...failure });
}

/** The choices of a reading that its marker keeps: what was wanted, and what the prompts depend on. */
export const choicesOf = (options: ReadingOptions) => ({
  claimsAsked: options.claims,
  choices: hashOfChoices(options),
  ...(options.claims && { claimChoices: hashOfClaims(options) }),
});

/** The attributes of markers. Markers of earlier versions lack the rounds, and the choices, which count as today's. */
interface MarkerFacts extends Partial<ReadRounds> {
  readonly depth?: string;
  readonly claimsAsked?: boolean;
  readonly choices?: string;
  readonly claimChoices?: string;
  /** Round of the attempt; `unread` markers only. */
  readonly round?: number;
}

export const factsOf = ({ attributes }: ExtractionRow): MarkerFacts => JSON.parse(attributes) as MarkerFacts;

const marker = (
  unit: TextUnitRow,
  layer: string,
  kind: typeof READ | typeof UNREAD,
  attributes: object,
): ExtractionRow => layerRecord(unit, layer, { kind, weight: 0, attributes: JSON.stringify(attributes) });

/** Identifies what a text unit was read with beyond the layer: which model, and the choices that change the prompts. */
function hashOfChoices(options: ReadingOptions): string {
  const { types, openTypes, language, depth, gleanings, reader } = options;
  const turns = depth !== 'compact' && gleanings > 0 ? [GLEANING, GLEANING_MORE] : [];
  return short([reader, types, openTypes, language, turns.length > 0 && gleanings, wordsOf(turns, options)]);
}

/** The same for the question about claims. */
function hashOfClaims(options: ReadingOptions): string {
  return short([options.claimsAbout, wordsOf([CLAIMS_PROMPT], options)]);
}

const wordsOf = (prompts: readonly (typeof CLAIMS_PROMPT)[], options: ReadingOptions): readonly string[] =>
  prompts.map((prompt) => versionOf(prompt, options));

const short = (facts: readonly unknown[]): string => sha256Text(JSON.stringify(facts)).slice(0, 8);
