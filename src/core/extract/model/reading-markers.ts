import type { ExtractionRow, TextUnitRow } from '../../tables/tables';
import { READ, UNREAD } from '../extraction-status';
import type { ReadingOptions, ReadingTally } from './reading';
import { sha256Text } from '../../ids';
import { CLAIMS_PROMPT, GLEANING, GLEANING_MORE } from '../../prompts/extraction';
import { versionOf } from './messages';

/** The rounds in which a text unit was read. */
interface ReadRounds {
  readonly readIn: number;
  /** In which no reply about its claims could be used, or they were left out; missing where they are not missing. */
  readonly claimsIn?: number;
}

/** Says that a layer has read a text unit, whatever came of it, and what that took. */
export function readMarker(
  unit: TextUnitRow,
  options: ReadingOptions,
  tally: ReadingTally,
  rounds: ReadRounds,
): ExtractionRow {
  return marker(unit, options.layer, READ, { depth: options.depth, ...choicesOf(options), ...rounds, ...tally });
}

/** Says that no reply about a text unit could be used; its no-model records go on standing. */
export function unreadMarker(
  unit: TextUnitRow,
  options: ReadingOptions,
  failure: { readonly reason: string; readonly round: number },
): ExtractionRow {
  return marker(unit, options.layer, UNREAD, { ...choicesOf(options), ...failure });
}

/** What a marker says of the choices: what was wanted, and what the words of the calls depend on. */
export const choicesOf = (options: ReadingOptions) => ({
  claimsAsked: options.claims,
  choices: hashOfChoices(options),
  ...(options.claims && { claimChoices: hashOfClaims(options) }),
});

/** What markers say. Those of earlier versions lack the choices, which count as those of today, and the rounds. */
interface MarkerFacts extends Partial<ReadRounds> {
  readonly depth?: string;
  readonly claimsAsked?: boolean;
  readonly choices?: string;
  readonly claimChoices?: string;
  /** Of an `unread` marker: the round in which it was tried. */
  readonly round?: number;
}

export const factsOf = ({ attributes }: ExtractionRow): MarkerFacts => JSON.parse(attributes) as MarkerFacts;

function marker(
  { document_id, id }: TextUnitRow,
  layer: string,
  kind: typeof READ | typeof UNREAD,
  attributes: object,
): ExtractionRow {
  return {
    document_id,
    text_unit_id: id,
    layer,
    kind,
    key: '',
    title: '',
    target_key: null,
    target: null,
    type: '',
    description: '',
    weight: 0,
    sentences: [],
    starts: [],
    ends: [],
    attributes: JSON.stringify(attributes),
  };
}

/** Names what a passage was read with beyond the layer: which model where, and the choices that change the words of the calls. */
function hashOfChoices(options: ReadingOptions): string {
  const { types, openTypes, language, depth, gleanings, reader } = options;
  const turns = depth === 'full' && gleanings > 0 ? [GLEANING, GLEANING_MORE] : [];
  return short([reader, types, openTypes, language, turns.length > 0 && gleanings, wordsOf(turns, options)]);
}

/** The same of the question for claims. */
function hashOfClaims(options: ReadingOptions): string {
  return short([options.claimsAbout, wordsOf([CLAIMS_PROMPT], options)]);
}

const wordsOf = (prompts: readonly (typeof CLAIMS_PROMPT)[], options: ReadingOptions): readonly string[] =>
  prompts.map((prompt) => versionOf(prompt, options));

const short = (facts: readonly unknown[]): string => sha256Text(JSON.stringify(facts)).slice(0, 8);
