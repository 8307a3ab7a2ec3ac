import type { SearchIndex } from '../retrieval/index';
import { conceptKey } from '../retrieval/concepts';
import { anchoring, namesWithWords } from './anchoring';
import { coverage, matchOf, type Candidate } from './candidates';
import type { Question, QuestionTerm } from './question';
import type { UnitRanking } from './retrieve-units';
import { isAsking } from './utterances';

/** A candidate with its score, about 0 to 2. */
export interface Scored {
  readonly candidate: Candidate;
  readonly score: number;
  /** The sentence's own share of the question's weight. */
  readonly own: number;
  /** Whether its text unit is about something the question names, or was reached from one that is. */
  readonly anchored: boolean;
  /** Whether it stands under a title that spells the name over which its text unit was reached: the second hop. */
  readonly reached: boolean;
}

const AROUND = 0.4;
const UNIT_SHARE = 0.25;
const IDLE_SHARE = 0.3;
const NAME_WEIGHT = 0.7;
const NAME_BONUS = 0.12;
const BRIDGE_BONUS = 0.15;
const WANTED_BONUS = 0.15;
const FRAGMENT_LOSS = 0.4;
const ASIDE_LOSS = 0.2;
const ASKING_LOSS = 0.3;

interface Focus {
  readonly names: readonly string[];
  readonly unitScores: ReadonlyMap<number, number>;
  readonly bridges: Bridges;
  readonly anchored: (slot: number) => boolean;
}

/** Names over which units were reached: in the unit hopped from and in the unit hopped to. */
interface Bridges {
  readonly leaving: ReadonlyMap<number, ReadonlySet<string>>;
  readonly reached: ReadonlyMap<number, string>;
  /** Question terms that the unit hopped from accounts for. */
  readonly granted: ReadonlyMap<number, ReadonlySet<string>>;
}

/**
 * Scores sentences by the question's words in them (by idf), discounted ones around them, the names they hold, their
 * unit's rank, the kind of answer wanted, and whether they carry the name that bridges two text units.
 */
export function scoreSentences(
  index: SearchIndex,
  question: Question,
  ranking: UnitRanking,
  candidates: readonly Candidate[],
): readonly Scored[] {
  const unitScores = new Map(ranking.hits.map((hit) => [hit.id, hit.score]));
  const best = Math.max(...unitScores.values(), Number.MIN_VALUE);
  for (const [slot, score] of unitScores) unitScores.set(slot, score / best);
  const entityNames = question.entities.flatMap((row) => {
    const entity = index.tables.entities[row];
    return entity ? [entity.title, ...entity.aliases] : [];
  });
  const focus = {
    names: [...new Set([...question.names, ...entityNames].map(conceptKey))].filter((name) => name.length > 1),
    unitScores,
    bridges: bridgesOf(question, ranking, candidates),
    anchored: anchoring(index, question, ranking),
  };
  const weighed = { ...question, terms: lighterNames(index, question) };
  return candidates.map((candidate) => scoreOne(index, weighed, candidate, focus));
}

function scoreOne(
  index: SearchIndex,
  question: Question,
  candidate: Candidate,
  { names, unitScores, bridges, anchored: isAnchored }: Focus,
): Scored {
  const own = coverage(question.terms, candidate.terms);
  const context = new Set([...candidate.around, ...(bridges.granted.get(candidate.slot) ?? [])]);
  const around = Math.max(0, coverage(question.terms, new Set([...candidate.terms, ...context])) - own);
  const holdsName = names.some((name) => holds(candidate, name));
  // A sentence that shares no word with the question gains little from its text unit.
  const part = own > 0 || holdsName ? 1 : IDLE_SHARE;
  let score = own + part * (AROUND * around + UNIT_SHARE * (unitScores.get(candidate.slot) ?? 0));
  if (holdsName) score += NAME_BONUS;
  if (carriesBridge(candidate, bridges)) score += BRIDGE_BONUS;
  if (own > 0 || holdsName) score += WANTED_BONUS * fitsWanted(question, candidate, names);
  // A table row is short, too: one that holds much of the question is no crumb.
  if (isFragment(candidate)) score -= FRAGMENT_LOSS * Math.max(0, 1 - 3 * own);
  if (isAsking(candidate.text)) score -= ASKING_LOSS;
  const anchored = isAnchored(candidate.slot);
  if (!anchored) score -= ASIDE_LOSS;
  return { candidate, score, own, anchored, reached: isReached(index, candidate, bridges) };
}

/** Words of names count less than what is asked about them: a text seldom repeats the name in the sentence that answers. */
function lighterNames(index: SearchIndex, question: Question): readonly QuestionTerm[] {
  const inNames = new Set(namesWithWords(index, question).flat());
  return question.terms.map(({ term, weight }) => ({
    term,
    weight: inNames.has(term) ? weight * NAME_WEIGHT : weight,
  }));
}

/** True when the sentence spells the folded name. */
export function holds({ folded }: Candidate, name: string): boolean {
  return /[\u2e80-\uffff]/.test(name) ? folded.includes(name) : folded.includes(` ${name} `);
}

function bridgesOf(question: Question, { via }: UnitRanking, candidates: readonly Candidate[]): Bridges {
  const leaving = new Map<number, Set<string>>();
  const reached = new Map<number, string>();
  const granted = new Map<number, Set<string>>();
  const slots = new Set(candidates.map(({ slot }) => slot));
  for (const [slot, { from, key }] of via) {
    if (!slots.has(slot) || !slots.has(from)) continue;
    reached.set(slot, key);
    leaving.set(from, (leaving.get(from) ?? new Set()).add(key));
    granted.set(
      slot,
      termsFound(
        question.terms,
        candidates.filter((one) => one.slot === from && holds(one, key)),
      ),
    );
  }
  return { leaving, reached, granted };
}

function termsFound(question: readonly QuestionTerm[], sentences: readonly Candidate[]): Set<string> {
  const found = question.filter(({ term }) =>
    sentences.some((one) => matchOf(term, one.terms) > 0 || matchOf(term, one.around) > 0),
  );
  return new Set(found.map(({ term }) => term));
}

function isReached(index: SearchIndex, { slot, unit }: Candidate, { reached }: Bridges): boolean {
  const key = reached.get(slot);
  if (key === undefined) return false;
  const titles = [index.documents.get(unit.document_id)?.title ?? '', ...unit.heading_path];
  return titles.some((title) => ` ${conceptKey(title)} `.includes(` ${key} `));
}

function carriesBridge(candidate: Candidate, { leaving, reached }: Bridges): boolean {
  const to = reached.get(candidate.slot);
  if (to !== undefined && holds(candidate, to)) return true;
  return [...(leaving.get(candidate.slot) ?? [])].some((key) => holds(candidate, key));
}

const DIGITS = /\p{N}|[一二三四五六七八九十百千]+[年月日个]/u;
const PLACE =
  /\b(?:in|at|near|from|on|to|bei|nach|aus|von|am|im|an)\s+(?:the\s+|der\s+|den\s+|dem\s+)?\p{Lu}|在|于|位于/u;
/** Words that give a name: in quotes, or after "called". */
const NAMING = /[“「『《][^”」』》]+[”」』》]|\b(?:named|called|known as)\b|叫|名为|称为|写着/u;
const OTHER_NAME = /\s\p{Lu}[\p{L}\p{M}]+/u;

/** 1 when the sentence holds the kind of thing the question wants, else 0. */
export function fitsWanted({ wanted, value }: Question, { text, folded }: Candidate, names: readonly string[]): number {
  if (value) return value.test(text) ? 1 : 0;
  if (wanted === 'time' || wanted === 'number') return DIGITS.test(text) ? 1 : 0;
  if (wanted === 'name') return NAMING.test(text) ? 1 : 0;
  if (wanted === 'place') return PLACE.test(text) ? 1 : 0;
  if (wanted === 'person') return OTHER_NAME.test(text) ? 1 : 0;
  if (wanted !== 'definition') return 0;
  return names.some((name) => folded.startsWith(` ${name}`) || folded.startsWith(` the ${name}`)) ? 1 : 0;
}

/** Headings, table crumbs and the like: too short, or without an end mark and short. */
function isFragment({ text, terms }: Candidate): boolean {
  if (terms.size < 2) return true;
  return !/[.!?。！？;:"”»)）]\s*$/u.test(text) && text.length < 60;
}
