import { findConcepts } from '../retrieval/concepts';
import type { SearchIndex } from '../retrieval/index';
import { terms } from '../text/terms';
import { formsOf } from './alignment/verb-forms';
import type { AskedDeed } from './asked-deed';
import { matchOf, type Candidate } from './candidates';
import { BEFORE_NOUN, isCommon } from './german-questions';
import { namesPerson } from './told-by-pronoun';

/** What stands between somebody and a task in a list: "Violin class: Mr. Ott", "| Violin | Mr. Ott |". */
const LISTED = /[:|–—(：]|\s-\s/u;
/** Verbs that tell of a task without naming what is done: "is in charge of the shop", "looks after the shop". */
const LIGHT =
  /(?<!\p{L})(?:is|are|was|were|be|been|has|have|had|(?:takes?|taken|took) (?:over|care)|look(?:s|ed)? after|sees? to|go(?:es)? through|ist|sind|war|waren|hat|haben|hatte|hatten|liegt|lag|kümmert|kümmerte)(?!\p{L})/giu;
/** Other verbs, as far as their ending tells. */
const VERB =
  /(?<!\p{L})(?:shall|will|would|could|can|should|may|might|must|does|do|did|wird|wurde|wurden|soll|sollte|kann|konnte|muss|musste|\p{Ll}{3,}ed|ge\p{Ll}{3,}(?:t|en)|(?:be|ver|er|ent|zer)\p{Ll}{3,}t|(?!(?:erste|zweite|dritte|letzte|alte|heute)(?!\p{L}))\p{Ll}{2,}ten?)(?!\p{L})/u;
const SMALL = /(?<!\p{L})\p{Ll}+(?!\p{L})/gu;
const TITLED =
  /(?<!\p{L})(?:Mr|Mrs|Ms|Dr|Prof|Miss|Captain|Sir|Lady|Sister|Brother|Herrn?|Frau|Fräulein|Kapitän)\.? \p{Lu}/u;
/** What stands before a place or a thing rather than somebody. */
const PLACED = /(?<!\p{L})(?:the|in|on|at|near|from|to|im|am|zum|zur|auf|aus|nach) $/iu;

/**
 * Tells of a sentence whether it may say who did a deed without its verb, as lists do: it holds or stands under all of what it was done to, names
 * somebody, and has no other verb than "is" and the like.
 */
export function toldWithoutVerb(index: SearchIndex, { object }: AskedDeed): (candidate: Candidate) => boolean {
  const holds = ({ terms: own, around }: Candidate): boolean =>
    object.some((term) => matchOf(term, own) > 0) &&
    object.every((term) => matchOf(term, own) > 0 || matchOf(term, around) > 0);
  return (candidate) => holds(candidate) && isVerbless(candidate.text) && namesSomebody(index, candidate.text, object);
}

function isVerbless(text: string): boolean {
  const rest = text.replace(LIGHT, ' ');
  if (rest === text && !LISTED.test(text)) return false;
  const isForm = (word: string): boolean => terms(word).some((term) => formsOf(term).length > 0);
  return !VERB.test(rest) && !(rest.match(SMALL) ?? []).some(isForm);
}

/** Whether a text names somebody who is not asked about: with a title, with two names, or known as a person. */
function namesSomebody(index: SearchIndex, text: string, object: readonly string[]): boolean {
  const isSomebody = ({ start, end }: { readonly start: number; readonly end: number }): boolean => {
    const phrase = text.slice(start, end);
    const before = text.slice(0, start);
    if (terms(phrase).some((term) => object.includes(term))) return false;
    if (namesPerson(index, phrase)) return true;
    const words = phrase.split(/\s+/u).filter((word) => !isCommon(word) && /^\p{Lu}/u.test(word));
    const isNounFirst = BEFORE_NOUN.has(before.trim().split(/\s+/u).at(-1)?.toLowerCase() ?? '');
    return !PLACED.test(before) && words.length > (isNounFirst ? 2 : 1);
  };
  return TITLED.test(text) || findConcepts(text).some(isSomebody);
}
