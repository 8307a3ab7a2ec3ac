import type { MentionResult, PhraseKind } from '../../ports/documents';
import { detached } from '../../text/characters';
import { entityKey } from '../entity-key';
import { personParticles } from './word-lists';
import { decideType, isCoined, typeOfWords, type MentionType, type TypeCues } from './entity-types';

/** A stretch of a sentence that names something. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly phrase: PhraseKind;
  readonly cue?: keyof TypeCues | undefined;
}

/** Spelling of a title, analysed. */
interface TitleFacts {
  readonly title: string;
  readonly key: string;
  /** The type by its own words. */
  readonly own: MentionType | undefined;
}

/** Slices of a text share most of their titles. */
const known = new Map<string, TitleFacts>();
const KNOWN_LIMIT = 20_000;

/** Facts of a title; its string is kept, detached from the text. */
export function titleFacts(surface: string): TitleFacts {
  const before = known.get(surface);
  if (before) return before;
  const title = detached(surface);
  const facts = { title, key: entityKey(title), own: typeOfWords(title) };
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(title, facts);
  return facts;
}

interface Title extends TypeCues, TitleFacts {
  readonly phrase: PhraseKind;
  mentions: number;
}

interface MentionCollector {
  /** Adds a mention; within a sentence in order of start. */
  add(sentence: number, text: string, mention: Mention): void;
  finish(): MentionResult;
}

const longestTitle = 120;
/** Mentions after `in` or `at` from which a name is a place although people have it too. */
const surePlace = 3;

/** Collects mentions as parallel arrays with a table of distinct titles. */
export function collectMentions(): MentionCollector {
  const columns = { sentence: [] as number[], start: [] as number[], end: [] as number[], title: [] as number[] };
  const titles: Title[] = [];
  const indexOf: Readonly<Record<PhraseKind, Map<string, number>>> = {
    proper: new Map(),
    compound: new Map(),
    common: new Map(),
  };

  const titleIndex = (surface: string, phrase: PhraseKind): number => {
    const index = indexOf[phrase].get(surface);
    if (index !== undefined) return index;
    const facts = titleFacts(/[^\S ]|\s{2}/.test(surface) ? surface.replace(/\s+/g, ' ') : surface);
    const { title, key, own } = facts;
    titles.push({ title, key, own, phrase, mentions: 0, person: 0, place: 0, way: 0, thing: 0, subject: 0 });
    indexOf[phrase].set(title === surface ? title : detached(surface), titles.length - 1);
    return titles.length - 1;
  };

  return {
    add(sentence, text, { start, end, phrase, cue }) {
      if (end - start > longestTitle) return;
      const index = titleIndex(text.slice(start, end), phrase);
      const title = titles[index];
      if (!title) return;
      title.mentions++;
      if (cue) title[cue]++;
      columns.sentence.push(sentence);
      columns.start.push(start);
      columns.end.push(end);
      columns.title.push(index);
    },
    finish() {
      const types = typesOf(titles);
      return {
        sentence: Int32Array.from(columns.sentence),
        start: Int32Array.from(columns.start),
        end: Int32Array.from(columns.end),
        title: Int32Array.from(columns.title),
        titles: titles.map(({ title, key, phrase }, n) => ({ title, key, phrase, type: types[n] ?? 'concept' })),
      };
    },
  };
}

/**
 * Types of all titles. A surname alone is a person when a full name of a person ends in it and nothing contradicts that. A full name is a person
 * when its last word alone acts in the text, as the surnames of people do.
 */
function typesOf(titles: readonly Title[]): readonly string[] {
  const types: MentionType[] = titles.map(({ own }) => own ?? 'concept');
  const names = [...titles.keys()].filter((n) => titles[n]?.phrase === 'proper');
  const letters = new Set(names.flatMap((n) => initials.exec(titles[n]?.title ?? '')?.[0].replaceAll('.', '') ?? []));
  const acting = new Set<string>();
  for (const n of names) {
    const title = titles[n];
    if (!title) continue;
    const type = decideType(title.title, title.own, title, title.mentions);
    const isPerson = type === 'person' && (letters.size === 0 || !letters.has(lettersOf(title.title)));
    types[n] = type === 'person' && !isPerson ? 'concept' : type;
    if (isPerson || (type === 'concept' && mayAct(title))) acting.add(title.title);
  }
  const surnames = new Set<string>();
  for (const n of names) {
    if (types[n] !== 'concept' && types[n] !== 'person') continue;
    const last = surnameOf(titles[n]?.title ?? '');
    if (last === '') continue;
    if (acting.has(last)) types[n] = 'person';
    if (types[n] === 'person') surnames.add(last);
  }
  for (const n of names) {
    const title = titles[n];
    if (!title || title.own || !surnames.has(title.title)) continue;
    if (types[n] === 'concept' || (types[n] === 'place' && title.place < surePlace)) types[n] = 'person';
  }
  return types;
}

/** A name of letters with points alone. */
const initials = /^(?:\p{Lu}\.)+\p{Lu}?$/u;

/** The first word of a name without its points: `D.C. Cir` is no person where `D.C.` is a name by itself. */
const lettersOf = (title: string): string => (title.split(' ', 1)[0] ?? '').replaceAll('.', '');

/** Checks if a name acts in a third of its mentions, is nowhere a place, and has no article. */
const mayAct = ({ title, phrase, mentions, subject, thing, place, way, own }: Title): boolean =>
  phrase === 'proper' && subject * 3 >= mentions && thing + place + way === 0 && own === undefined && !isCoined(title);

/** The last word of a name of two to four words with capitals; empty of others. */
function surnameOf(title: string): string {
  if (!title.includes(' ')) return '';
  const words = title.split(' ');
  const last = words.at(-1) ?? '';
  return words.length < 5 && words.every((word) => isNamePart(word)) ? last : '';
}

const isNamePart = (word: string): boolean => /^\p{Lu}/u.test(word) || personParticles.has(word);

/** Sorts by start; of two that overlap the one listed first stays. Lists are as short as a sentence. */
export function withoutOverlap(mentions: readonly Mention[]): Mention[] {
  const kept: Mention[] = [];
  for (const mention of mentions) {
    if (!kept.some((other) => mention.start < other.end && other.start < mention.end)) kept.push(mention);
  }
  return kept.sort((a, b) => a.start - b.start);
}
