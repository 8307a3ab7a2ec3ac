import type { SearchIndex } from '../../retrieval';
import { NO_MODEL } from '../../provenance';
import { remembered } from '../../memo';
import type { EntityRow } from '../../tables/tables';
import { languageProfiles } from '../../text/language';
import { isStopWord } from '../../text/analysis/english';
import { termsInDocuments } from '../../retrieval/lexical/languages';

/** Kinds of entities in an overview, each with the types that readers, GraphRAG's and the finder, give it. */
const KINDS = {
  person: ['person'],
  place: ['place', 'location', 'geo'],
  organisation: ['organization', 'organisation'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type EntityKind = keyof typeof KINDS;

const LONGEST_NAME = 40;
/** Text units read to see whether a word is also written small. */
const UNITS_READ = 24;
const LEAST_PLACES = 3;
const MOST_USED_SO = 0.4;
/** Matches letters of a script with capitals. */
export const CASED = /\p{Lu}|\p{Ll}/u;
const UNCASED_NAME = /^[\p{Lo}\p{M}\p{N}ー・·\s]{2,16}$/u;
const CASED_NAME = /^[\p{L}\p{M}\p{N}\s.,'’&()-]{2,}$/u;
const SMALL_WORD = 3;

/**
 * Checks that a title can stand as a name in a sentence: capitals where its script has them, no signs of code, not all
 * in capitals.
 */
export const looksLikeName = (title: string): boolean =>
  isNameLike(title) && !(CASED.test(title) && /^\P{Ll}+$/u.test(title) && title.length > 4);

function isNameLike(title: string): boolean {
  if (title.length > LONGEST_NAME) return false;
  if (!CASED.test(title)) return UNCASED_NAME.test(title);
  if (!CASED_NAME.test(title)) return false;
  const words = title.split(/[\s-]+/u);
  if (!words.some((word) => /[\p{L}\p{M}]{3}/u.test(word) && !isStopWord(word))) return false;
  const isCapital = (word: string | undefined): boolean => /^\P{L}*\p{Lu}/u.test(word ?? '');
  return (
    isCapital(words[0]) && words.every((word) => isCapital(word) || word.length <= SMALL_WORD || /^\p{N}/u.test(word))
  );
}

/**
 * Checks that the texts never write one of a name's words small: `Ruth`, but neither word of `Chief Engineer`. Always
 * true without letter case.
 */
export function isProperName(index: SearchIndex, title: string): boolean {
  if (UNCASED_NAME.test(title)) return true;
  const known = neverSmall(index);
  return (title.match(/\p{Lu}[\p{L}\p{M}]+/gu) ?? []).some((word) => {
    const isNever = known.get(word) ?? isNeverSmall(index, word);
    known.set(word, isNever);
    return isNever;
  });
}

/** By word, for one state of the texts. */
const neverSmall = remembered((_: SearchIndex) => new Map<string, boolean>());

function isNeverSmall({ passages, unitAt, tables }: SearchIndex, word: string): boolean {
  const small = word.toLowerCase();
  const slots = termsInDocuments(word, tables.documents).flatMap((term) => passages.bm25.holding(term));
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}])${small}(?![\\p{L}\\p{M}])`, 'u');
  return (
    slots.length > 0 &&
    !slots.slice(0, UNITS_READ).some((slot) => {
      const text = unitAt.get(slot)?.text ?? '';
      return text.includes(small) && pattern.test(text);
    })
  );
}

/** Usage of a title in running text: shares of its places, 0 where there are too few to decide. */
interface Usage {
  /** Behind one and the same function word, as `the Chief Engineer` is. */
  readonly behind: number;
  /** Before a small word that is none, as in `American actor`. */
  readonly modifying: number;
}

function usageOf(index: SearchIndex, { title, text_unit_ids }: EntityRow): Usage {
  const before = new Map<string, number>();
  let modifying = 0;
  let places = 0;
  for (const id of text_unit_ids.slice(0, UNITS_READ)) {
    const unit = index.unitOf(id);
    const text = unit?.text ?? '';
    const small = functionWords(index.documents.get(unit?.document_id ?? '')?.language ?? '');
    for (let at = text.indexOf(title); at >= 0; at = text.indexOf(title, at + title.length)) {
      places++;
      const end = at + title.length;
      const word = /(\p{L}+)\s$/u.exec(text.slice(Math.max(0, at - 20), at))?.[1]?.toLowerCase() ?? '';
      if (small.has(word)) before.set(word, (before.get(word) ?? 0) + 1);
      const next = /^[\s-](\p{Ll}+)/u.exec(text.slice(end, end + 20))?.[1];
      if (next !== undefined && !small.has(next) && !isStopWord(next)) modifying++;
    }
  }
  const share = (count: number): number => (count < LEAST_PLACES ? 0 : count / places);
  return { behind: share(Math.max(0, ...before.values())), modifying: share(modifying) };
}

/**
 * Checks that a title can stand in a sentence without an article. One that is no person must not modify another word
 * either.
 */
export function standsAlone(index: SearchIndex, entity: EntityRow): boolean {
  const { behind, modifying } = usageOf(index, entity);
  return behind <= MOST_USED_SO && (kindOf(entity.type) === 'person' || modifying <= MOST_USED_SO);
}

const functionWordsOf = new Map<string, ReadonlySet<string>>();

function functionWords(language: string): ReadonlySet<string> {
  const known = functionWordsOf.get(language);
  if (known) return known;
  const words = new Set((languageProfiles[language] ?? '').split(' '));
  functionWordsOf.set(language, words);
  return words;
}

/** The kind of an entity where it is sure: from a model or a person, or from two passages and an unmistakable name. */
export function sureKind(index: SearchIndex, entity: EntityRow): EntityKind | null {
  const kind = kindOf(entity.type);
  if (kind === null) return null;
  // GraphRAG writes every name in capitals.
  if (entity.method !== NO_MODEL) return isNameLike(entity.title) ? kind : null;
  if (!looksLikeName(entity.title) || entity.frequency < 2 || entity.degree < 1) return null;
  if (kind === 'person' && CASED.test(entity.title)) {
    const [first, ...others] = entity.title.split(' ');
    if (first === undefined || !isProperName(index, others.at(-1) ?? '') || !standsAlone(index, entity)) return null;
  }
  if (kind === 'place' && usageOf(index, entity).modifying > MOST_USED_SO) return null;
  return isProperName(index, entity.title) ? kind : null;
}

/** The kind of a type, in whatever case a program writes it. */
function kindOf(type: string): EntityKind | null {
  const word = type.toLowerCase();
  if ((KINDS.person as readonly string[]).includes(word)) return 'person';
  if ((KINDS.place as readonly string[]).includes(word)) return 'place';
  return (KINDS.organisation as readonly string[]).includes(word) ? 'organisation' : null;
}

/** The best connected of a kind, at most so many. */
export function mostConnected(index: SearchIndex, kind: EntityKind, count: number): readonly EntityRow[] {
  const rows = index.tables.entities
    .filter(({ type }) => kindOf(type) === kind)
    .sort((one, other) => other.degree - one.degree || other.frequency - one.frequency);
  const sure: EntityRow[] = [];
  for (const row of rows) {
    if (sure.length >= count) break;
    if (sureKind(index, row) === kind) sure.push(row);
  }
  return sure;
}
