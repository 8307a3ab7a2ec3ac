import type { SearchIndex } from '../retrieval/index';
import { terms } from '../text/terms';
import { namesWithWords } from './anchoring';
import type { Question } from './question';
import type { Scored } from './score-sentences';

/** What texts say of a thing that is not there to be read: now missing, never recorded. */
const GAP =
  /\b(?:is|are|remains?) (?:now |still |all )?(?:missing|lost|unknown|untraced|unrecorded|illegible)\b|\b(?:has|have) (?:not|never) (?:yet )?been (?:traced|found|recorded|published|preserved)\b|\b(?:is|are|was|were) (?:not|nowhere|never) (?:recorded|known|stated|written down|preserved)\b|\bno (?:record|trace|copy) (?:of|has|is|survives)\b|\b(?:does|do|did) not survive\b|没有(?:任何)?(?:记载|记录)|未(?:见|有)?(?:记载|记录)|不详|下落不明|已(?:佚|遗失|散失)|至今未(?:找到|发现)/iu;
/** The question asks for gaps itself. */
const ASKS_FOR_GAP = /\b(?:missing|lost|unknown|traced?|recorded|records?|found|survives?)\b|记载|记录|遗失|缺/iu;
const MOST_LOOKED_AT = 2;
const LEAST_OWN = 0.35;
const LEAST_SHARE = 0.5;

/**
 * The sentence that says that what is asked is missing or was never recorded, when it is one of the two best, holds half as
 * much of the question as the most relevant one, and one of the weightier words asked about the names names what is missing;
 * null when none does or the question asks for gaps.
 */
export function statedGap(index: SearchIndex, question: Question, best: readonly Scored[]): Scored | null {
  if (question.breadth !== 'narrow' || ASKS_FOR_GAP.test(question.text)) return null;
  const relevant = LEAST_SHARE * best.reduce((top, { own }) => Math.max(top, own), 0);
  const asked = weightier(index, question);
  const found = best.slice(0, MOST_LOOKED_AT).find(({ candidate, own, anchored }) => {
    if (!anchored || own < LEAST_OWN || own < relevant) return false;
    const held = new Set(terms(missingIn(candidate.text)));
    return asked.some((term) => held.has(term));
  });
  return found ?? null;
}

/** The words of a text for what is missing: before the phrase that says so, or after "no record of"; empty without one. */
function missingIn(text: string): string {
  const clause = text.split(/[,;，；]\s*(?:but\b|and\b)?/u).find((part) => GAP.test(part)) ?? '';
  const found = GAP.exec(clause);
  if (!found) return '';
  if (/^\p{Script=Han}/u.test(found[0])) return clause;
  const after = /^no\b/i.test(found[0]);
  return after ? clause.slice(found.index + found[0].length) : clause.slice(0, found.index);
}

/** Of the words asked about the names, those that weigh at least as much as the median one. */
function weightier(index: SearchIndex, question: Question): readonly string[] {
  const inNames = new Set(namesWithWords(index, question).flat());
  const asked = question.terms.filter(({ term }) => !inNames.has(term)).sort((a, b) => b.weight - a.weight);
  const median = asked[Math.floor(asked.length / 2)]?.weight ?? 0;
  return asked.filter(({ weight }) => weight >= median).map(({ term }) => term);
}
