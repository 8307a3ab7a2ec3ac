import {
  type FullName,
  type Occurrence,
  type Passage,
  type PassageSentence,
  belongsToOtherName,
  type ProperRun,
} from './passage';
import { occurrence } from './find-name';
import { foldText, significantWords } from './folded-text';
import { commonType } from '../replies/parsed-reply';

/** The context of a name in a reply. */
export interface NameContext {
  /** As the model wrote it, in any case. */
  readonly type: string;
  readonly description: string;
}

/** A name of which a passage has a part, with the places. */
interface PartialName {
  readonly title: string;
  readonly occurrences: readonly Occurrence[];
}

interface Place {
  readonly sentence: PassageSentence;
  readonly index: number;
  readonly run: ProperRun;
}

/**
 * Finds a name that is in a passage only in part. Its words may be apart from each other. Or one end of it is there, and the collection has
 * one such name in full. Or it is the name of a family or another group. Only capitalised words of the passage count.
 */
export function partialName(passage: Passage, name: string, context: NameContext): PartialName | undefined {
  const words = [...significantWords(foldText(name).text)];
  if (words.length < 2) return undefined;
  const places = passage.sentences.flatMap((sentence, index) =>
    sentence.runs.map((run): Place => ({ sentence, index, run })),
  );
  return (
    splitName(places, name, words, context) ??
    fullerName(passage, places, words) ??
    groupOf(places, name, words, context)
  );
}

/**
 * A person whose first and family name are apart, as “Peter” and “Mrs. Cratwell” are for Peter Cratwell. The first name never begins another
 * name. The family name belongs to another name or to several people: alone it may be a first name or a place.
 */
function splitName(
  places: readonly Place[],
  name: string,
  words: readonly string[],
  { type }: NameContext,
): PartialName | undefined {
  const [first = '', ...others] = words;
  const own = places.filter(({ run }) => hasWord(run, first));
  if (commonType(type.trim().toLowerCase()) !== 'person' || own.length === 0) return undefined;
  if (own.some(({ run }) => belongsToOtherName(run, words))) return undefined;
  const isBorne = (wanted: string): boolean =>
    places.some(
      ({ run }) =>
        run.words.at(-1)?.word === wanted &&
        !run.hasParticle &&
        (run.hasTitle || run.words.some(({ word }) => !words.includes(word)) || hasPlural([run], name, [wanted])),
    );
  return others.every(isBorne) ? { title: name, occurrences: occurrencesOf(own, [first]) } : undefined;
}

/** The only name of the collection with that beginning or end: “Marley” for Jacob Marley where no other Marley is known. */
function fullerName({ names }: Passage, places: readonly Place[], words: readonly string[]): PartialName | undefined {
  for (const end of [words.at(-1) ?? '', words[0] ?? '']) {
    const own = places.filter(({ run }) => hasWord(run, end) && run.words.every(({ word }) => words.includes(word)));
    const fuller = own.length > 0 ? (names?.withEnd(end) ?? []) : [];
    const rivals = fuller.filter((one) => (end === words[0] ? one.words[0] : one.words.at(-1)) === end);
    const [only] = rivals;
    if (only && rivals.every((one) => isSame(one, words)))
      return { title: only.title, occurrences: occurrencesOf(own, [end]) };
  }
  return undefined;
}

const isSame = ({ words }: FullName, others: readonly string[]): boolean =>
  words.length === others.length && words.every((word) => others.includes(word));

/**
 * A group by the name of several people in the passage, and one common noun of the model's: “the Cratwell family”. The noun is in small
 * letters in the name or in the description. Several people show in a plural, or in different full names.
 */
function groupOf(
  places: readonly Place[],
  name: string,
  words: readonly string[],
  { type, description }: NameContext,
): PartialName | undefined {
  const absent = words.filter((word) => !places.some(({ run }) => hasWord(run, word)));
  const [noun] = absent;
  const bearing = words.filter((word) => word !== noun);
  if (noun === undefined || absent.length > 1 || !GROUPS.has(commonType(type.trim().toLowerCase()))) return undefined;
  const common = [name, description].flatMap((text) => wordWithin(text, noun)).find((word) => !/\p{Lu}/u.test(word));
  const own = places.filter(({ run }) => bearing.every((word) => hasWord(run, word)));
  if (common === undefined || /['’]/u.test(name) || own.length === 0 || !areSeveral(own, name, bearing))
    return undefined;
  const title = name
    .split(/\s+/u)
    .map((word) => (foldText(word).text === foldText(common).text ? common : word))
    .join(' ');
  return { title, occurrences: occurrencesOf(own, bearing) };
}

/** Types of a group of people; models differ. */
const GROUPS: ReadonlySet<string> = new Set(['organization', 'person', '']);

const areSeveral = (places: readonly Place[], name: string, bearing: readonly string[]): boolean => {
  const runs = places.map(({ run }) => run);
  return hasPlural(runs, name, bearing) || new Set(runs.map(({ text }) => text)).size > 1;
};

function hasPlural(runs: readonly ProperRun[], name: string, bearing: readonly string[]): boolean {
  const texts = [...runs.map(({ text }) => text), foldText(name).text];
  const forms = texts.flatMap((text) => bearing.flatMap((word) => wordWithin(text, word)));
  return new Set(forms).size > bearing.length;
}

/** The forms of a word in a text. */
const wordWithin = (text: string, word: string): readonly string[] =>
  (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((one) => significantWords(foldText(one).text).has(word));

const hasWord = ({ words }: ProperRun, wanted: string): boolean => words.some(({ word }) => word === wanted);

const occurrencesOf = (places: readonly Place[], words: readonly string[]): readonly Occurrence[] =>
  places.flatMap(({ sentence, index, run }) =>
    run.words
      .filter(({ word }) => words.includes(word))
      .map(({ start, end }) => occurrence(sentence.start, sentence.folded, index, start, end)),
  );
