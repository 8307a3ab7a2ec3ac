import { conceptKey, findConcepts, type Concept } from '../retrieval/concepts';
import type { SearchIndex } from '../retrieval/index';
import { terms } from '../text/terms';
import { matchOf, type Candidate } from './candidates';
import type { DeedOfOne } from './deed-of-one';
import { titlesOf } from './named-in';
import { namesPerson, sentencesUpTo } from './told-by-pronoun';

const TITLES = new Set(
  terms(
    `Mr Mrs Miss Ms Dr Prof Professor Captain Sir Lady Lord Dame Father Sister Brother Uncle Aunt Mayor Major Colonel General King Queen Prince Princess
     Herr Herrn Frau Fräulein Kapitän Doktor Onkel Tante Meister Bürgermeister`,
  ),
);
const SUBJECT = /(?<!\p{L})(?:she|he|they|er|sie)(?!\p{L})/iu;
const PRONOUN =
  /(?<!\p{L})(?:she|he|they|his|hers?|him|their|them|er|sie|ihn|ihm|seine?[nrsm]?|ihre?[nrsm]?)(?!\p{L})/iu;
const FIRST_PERSON = /(?<!\p{L})(?:I|me|my|we|our|ich|mir|mich|meine?[nrsm]?|wir|uns|unsere?[nrsm]?)(?!\p{L})/u;
/** What makes a name the place, the time or the owner of something rather than who does it. */
const GOVERNED =
  /(?<!\p{L})(?:in|at|on|from|of|to|under|for|with|by|near|after|before|since|until|into|over|through|between|von|vom|zu|zum|zur|bei|beim|mit|aus|nach|an|am|auf|im|ins|für|durch|gegen|über|unter|vor|seit|bis|the|a|an|der|die|das|den|dem|des|ein|eine[nrsm]?)(?: (?:\p{Ll}\p{L}*)){0,2} $/iu;
const AGENT = /(?<!\p{L})(?:by|von|durch)(?: \p{Ll}\p{L}*){0,3} $/iu;
const PASSIVE = /(?<!\p{L})(?:was|were|been|being|is|are) (?:\p{L}+ly )?$/iu;
const QUOTED = /["“„«][^"”“»]*["”“»]/gu;
/** Deeds that both do: who stands behind the verb did it as well. */
const MUTUAL = new Set(
  terms('marry married meet met divorce divorced heiratete heiraten verheiratet traf getroffen kennengelernt'),
);
/** "Otto Rehn and his wife": the wife of that one, not of another of whom the sentence tells. */
const OF_NAMED =
  /(?<name>\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*)*),? (?:and|with|und|mit) (?:his|her|their|seine[rmn]?|ihre[rmn]?) (?:\p{Ll}+ ){0,2}$/u;
/** Others told of between a name and the pronoun that may still stand for it. */
const MOST_OTHERS = 1;
const TOKEN = /[\p{L}\p{M}'’-]+/gu;

/**
 * Tells of a sentence that has a deed's verb whether it may be told there of the one who is asked about: the sentence names them, and no
 * pronoun before the verb does the deed instead; or it has a pronoun, or neither, and what is said before is of them.
 */
export function mayTellOf(index: SearchIndex, deed: DeedOfOne): (candidate: Candidate) => boolean {
  const isOwn = namedAs(index, deed.name);
  const before = sentencesUpTo(index);

  function isTold(candidate: Candidate): boolean {
    if (FIRST_PERSON.test(candidate.text.replace(QUOTED, ''))) return true;
    const positions = verbsIn(candidate.text, deed.verb);
    return positions.length === 0 || positions.some((at) => isToldAt(candidate, at));
  }

  function isToldAt(candidate: Candidate, at: number): boolean {
    const { text } = candidate;
    const paired = OF_NAMED.exec(text.slice(0, at))?.groups?.['name'];
    if (paired !== undefined) return isOwn.phrase(paired);
    const own = namesOf(text).filter((one) => isOwn.phrase(text.slice(one.start, one.end)));
    const [start, end] = clauseAround(text, at);
    const isHere = own.some((one) => one.start >= start && one.end <= end);
    const isOfOther = !SUBJECT.test(upToNextWord(text, start, at)) && hasOtherSubject(text.slice(start, end));
    if (!isHere && isOfOther) return false;
    if (own.length > 0 || isOwn.words(candidate.terms)) return !isOfPronoun(text, own, at);
    return isContinued(candidate);
  }

  const hasOtherSubject = (text: string): boolean => {
    const others = namesOf(text).filter((one) => !isOwn.phrase(text.slice(one.start, one.end)));
    return others.some((one) => isSubject(index, text, one) && !matchesBefore(PRONOUN, text, one.start));
  };

  /** Whether a pronoun before the verb does the deed, and who is asked about stands behind it as another. */
  function isOfPronoun(text: string, own: readonly Concept[], at: number): boolean {
    const isSuffered = deed.isPassive && !PASSIVE.test(text.slice(0, at));
    if (isSuffered || deed.verb.some((term) => MUTUAL.has(term)) || own.length === 0) return false;
    if (own.some(({ start }) => start < at || AGENT.test(text.slice(0, start)))) return false;
    return matchesBefore(SUBJECT, text, at);
  }

  /** Whether what stands before a sentence tells of the one who is asked about: a title, or a sentence with no more than one other's between. */
  function isContinued(candidate: Candidate): boolean {
    const document = index.documents.get(candidate.span.document_id);
    const title = document?.title ?? '';
    const titles = [title, ...candidate.unit.heading_path];
    if (titles.some((one) => isOwn.words(new Set(terms(one))))) return true;
    let others = namesPerson(index, title) ? MOST_OTHERS : 0;
    for (const { text, terms: held } of before(candidate).toReversed()) {
      const own = namesOf(text).find((one) => isOwn.phrase(text.slice(one.start, one.end)));
      if (own ? !matchesBefore(SUBJECT, text, own.start) : isOwn.words(held)) return true;
      if (hasOtherSubject(text)) others += 1;
      if (others > MOST_OTHERS) return false;
    }
    return isOwn.words(new Set(terms(document?.text.slice(0, candidate.span.start) ?? '')));
  }

  return isTold;
}

interface NamedAs {
  /** Whether a capitalised phrase is a name of theirs: "Captain Stirn" for Ada Stirn, not "Otto Stirn". */
  readonly phrase: (phrase: string) => boolean;
  /** Whether words hold one of the names whole. */
  readonly words: (held: ReadonlySet<string>) => boolean;
}

function namedAs(index: SearchIndex, name: string): NamedAs {
  const rows = index.names.namesIn(name).flatMap((one) => index.names.withName(one));
  const aliases = rows.flatMap((row) => index.tables.entities[row]?.aliases ?? []);
  const names = [name, ...titlesOf(index, name), ...aliases]
    .map((one) => terms(one).filter((word) => !TITLES.has(word)))
    .filter((words) => words.length > 0);
  const isOf = (words: readonly string[], held: readonly string[]): boolean =>
    held.includes(words[0] ?? '') ||
    (held.includes(words.at(-1) ?? '') && held.every((word) => words.includes(word) || TITLES.has(word)));
  return {
    phrase: (phrase) => names.some((words) => isOf(words, terms(phrase))),
    words: (held) => names.some((words) => words.every((word) => held.has(word))),
  };
}

const matchesBefore = (pattern: RegExp, text: string, end: number): boolean => pattern.test(text.slice(0, end));

/** A text from an offset to the word behind the verb, where a German pronoun stands: "1921 zog sie". */
function upToNextWord(text: string, start: number, at: number): string {
  const [verb = ''] = /^\S+ \S+/u.exec(text.slice(at)) ?? [];
  return text.slice(start, at + verb.length);
}

/** Where the part of a sentence between semicolons starts and ends. */
function clauseAround(text: string, at: number): readonly [start: number, end: number] {
  const end = text.indexOf(';', at);
  return [text.lastIndexOf(';', at) + 1, end < 0 ? text.length : end];
}

/** Where words of the verb start; where it does not stand itself, words related to it. */
function verbsIn(text: string, verb: readonly string[]): readonly number[] {
  const words = [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({ held: new Set(terms(word)), index }));
  const own = words.filter(({ held }) => verb.some((term) => held.has(term)));
  const found = own.length > 0 ? own : words.filter(({ held }) => verb.some((term) => matchOf(term, held) > 0));
  return found.map(({ index }) => index);
}

/** The capitalised phrases of a text that are no part of a longer one. */
function namesOf(text: string): readonly Concept[] {
  const all = findConcepts(text);
  return all.filter(
    (one) =>
      !all.some((other) => other !== one && other.start <= one.start && other.end >= one.end && other.key !== one.key),
  );
}

/** Whether a name is likely somebody of whom the sentence tells: of several words or known as a person's, and not in, at or of something. */
function isSubject(index: SearchIndex, text: string, { start, end, key }: Concept): boolean {
  const phrase = text.slice(start, end);
  const isName = conceptKey(phrase) === key && (/\s\p{Lu}/u.test(phrase) || namesPerson(index, phrase));
  return isName && !GOVERNED.test(text.slice(0, start));
}
