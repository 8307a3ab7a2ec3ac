import type { SearchIndex } from '../retrieval/index';
import { namesWithWords } from './anchoring';
import { matchOf } from './candidates';
import { similarity } from './choose-sentences';
import type { Question, QuestionTerm } from './question';
import { partsOf } from './question-parts';
import { fitsWanted, type Scored } from './score-sentences';
import { toldByPronoun } from './told-by-pronoun';

/** What asks for a course or a reason, which one sentence seldom tells. */
const EXPLAINS =
  /^\s*(?:why|how(?! (?:many|much|old|tall|long|far|high|big|large|deep|often|wide|thick|heavy)\b)|describe|explain|tell|list|which|what (?:happened|happens|do|does|did we)\b(?=[^?]*\b(?:know|say|think)\b)|warum|wieso|weshalb|wie(?! (?:viele?n?|hoch|alt|lange?|groß|tief|weit|schwer|breit|oft)(?!\p{L}))|was wissen|beschreibe|erkläre|erzähle|nenne|welche[nr]?(?!\p{L}))/iu;
/** What several are asked for. */
const SEVERAL =
  /^\s*(?:what|who|which|when|where) (?:are|were)\b|^\s*(?:was|wer) (?:sind|waren)(?!\p{L})|什么|哪些|怎|为/iu;
/** What sets several names side by side. */
const JOINS = /(?<!\p{L})(?:and|or|both|same|than|und|oder|beide|als)(?!\p{L})|和|与|还是/iu;
const MOST = 3;
/** Sentences beside those that answer, and their least share of the best one's score. */
const MOST_BESIDE = 1;
const LEAST_BESIDE = 0.75;
/** Least share of what is asked about the names that the sentence must hold itself. */
const LEAST_OWN = 0.5;
const TOO_SIMILAR = 0.7;
/** What a sentence gains that tells of the name by the pronoun with which it begins: as the one who does it, or else ("Her husband died"). */
const AS_SUBJECT = 0.4;
const AS_OWNER = 0.2;
/** What a sentence gains that says it in the question's own words. */
const IN_ITS_WORDS = 0.5;
const LONGEST_ENDING = 2;
const SUBJECT = /^[\p{P}\s]*(?:(?:she|he|it|they|er|sie|es)(?!\p{L})|[他她它]们?)/iu;

/**
 * Of the sentences chosen for a question of one fact, those that answer it, best first, and at most one beside them; all where the
 * question asks for more than one fact, or no sentence holds all of what is asked.
 */
export function forOneFact(
  index: SearchIndex,
  question: Question,
  chosen: readonly Scored[],
  scored: readonly Scored[],
): readonly Scored[] {
  const names = namesWithWords(index, question);
  const inNames = new Set(names.flat());
  const asked = question.terms.filter(({ term }) => !inNames.has(term));
  if (!asksOneFact(question) || asked.length === 0 || chosen.some(({ reached }) => reached)) return chosen;
  const isTold = toldByPronoun(index, names);
  const worth = ({ candidate, score }: Scored): number =>
    score +
    IN_ITS_WORDS * ownShare(asked, candidate.terms) +
    (isTold(candidate) ? (SUBJECT.test(candidate.text) ? AS_SUBJECT : AS_OWNER) : 0);
  const answering = scored.filter((one) => answers(question, asked, one)).sort((a, b) => worth(b) - worth(a));
  const [best] = answering;
  if (!best) return chosen;
  const least = ownShare(asked, best.candidate.terms);
  const first = withoutAlike(answering)
    .slice(0, MOST)
    .filter((one) => one === best || (chosen.includes(one) && ownShare(asked, one.candidate.terms) >= least));
  const beside = chosen.filter((one) => !first.includes(one) && one.score >= LEAST_BESIDE * worth(best));
  return [...first, ...beside.slice(0, Math.min(MOST_BESIDE, MOST - first.length))];
}

function asksOneFact(question: Question): boolean {
  if (question.breadth !== 'narrow' || question.wanted === 'definition') return false;
  if (question.names.length > 1 && JOINS.test(question.typed)) return false;
  if (EXPLAINS.test(question.typed) || SEVERAL.test(question.typed)) return false;
  return partsOf(question).length === 1;
}

/** Whether a sentence holds all that is asked, half of it itself, and the kind of thing that is wanted. */
function answers(question: Question, asked: readonly QuestionTerm[], { candidate, anchored, own }: Scored): boolean {
  if (!anchored || own === 0) return false;
  const held = asked.filter(({ term }) => matchOf(term, candidate.terms) > 0);
  const isWhole = asked.every(({ term }) => matchOf(term, candidate.terms) > 0 || matchOf(term, candidate.around) > 0);
  if (!isWhole || weightOf(held) < LEAST_OWN * weightOf(asked)) return false;
  return question.wanted === null || question.wanted === 'person' || fitsWanted(question, candidate, []) > 0;
}

/** Share of the terms that stand there as they are asked, or with another ending. */
function ownShare(asked: readonly QuestionTerm[], held: ReadonlySet<string>): number {
  const isHeld = (term: string): boolean =>
    [...held].some((other) => other.startsWith(term) && other.length - term.length <= LONGEST_ENDING);
  return weightOf(asked.filter(({ term }) => isHeld(term))) / Math.max(weightOf(asked), Number.MIN_VALUE);
}

const weightOf = (terms: readonly QuestionTerm[]): number => terms.reduce((sum, { weight }) => sum + weight, 0);

function withoutAlike(ordered: readonly Scored[]): readonly Scored[] {
  const kept: Scored[] = [];
  for (const one of ordered) {
    if (kept.every((other) => similarity(one.candidate, other.candidate) <= TOO_SIMILAR)) kept.push(one);
  }
  return kept;
}
