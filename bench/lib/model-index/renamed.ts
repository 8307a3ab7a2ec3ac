import type { Gold, GoldEntity } from '../../../scripts/lib/gold';
import { randomNumbers } from '../../../src/core/random';

const STARTS = 'bal car dun eld far gor hal ing jor kel lan mar nor oss pen quin ros sel tor ulm ver wen yar'.split(
  ' ',
);
const ENDS = 'by combe dale ford ham ley mere ney rick ston tham wick worth bury field'.split(' ');

/** Replaces every word of a text that is part of somebody's name, by the same one everywhere. */
type Rename = (text: string) => string;

/**
 * Words of three letters and more that begin with a capital in the names of people, places and organisations. Left out are
 * those that the texts also write small. The others have to change for the same story to be another one's.
 */
export function nameWords(entities: readonly GoldEntity[], texts: readonly string[]): ReadonlySet<string> {
  const small = new Set(texts.flatMap((text) => text.match(/(?<![\p{L}\p{N}])\p{Ll}+/gu) ?? []));
  const named = entities.filter(({ type }) => ['person', 'place', 'organisation', 'organization'].includes(type));
  const words = named.flatMap(({ title, aliases }) => [title, ...aliases].flatMap((name) => name.match(WORD) ?? []));
  return new Set(words.filter((word) => !small.has(word.toLowerCase())));
}

const WORD = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}{2,}(?![\p{L}\p{N}])/gu;

/** A renaming by seed; `share` of the words get another name, the rest keep theirs. */
export function renaming(words: ReadonlySet<string>, seed: number, share = 1): Rename {
  const random = randomNumbers(seed);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const given = new Map<string, string>();
  for (const word of [...words].sort()) {
    const name = pick(STARTS) + (random() < 0.3 ? 'a' : '') + pick(ENDS);
    if (random() < share) given.set(word, name.charAt(0).toUpperCase() + name.slice(1));
  }
  return (text) => text.replace(WORD, (word) => given.get(word) ?? word);
}

/** The gold standard together with that of some of its documents told again with other names. */
export function withRenamed(gold: Gold, rename: Rename, documents: ReadonlyMap<string, string>): Gold {
  const again = new Map<string, string>();
  const entities = gold.entities.flatMap((entity) => {
    const other = { ...entity, title: rename(entity.title), aliases: entity.aliases.map(rename) };
    const isSame = JSON.stringify(other) === JSON.stringify(entity);
    if (isSame || !entity.documents.some((document) => documents.has(document))) return [];
    again.set(entity.id, `${entity.id} again`);
    const own = new Set([entity.title, ...entity.aliases]); // a name that stays is the first one's
    return { ...other, id: `${entity.id} again`, aliases: other.aliases.filter((alias) => !own.has(alias)) };
  });
  const id = <T extends string | null>(of: T): T | string => (of === null ? of : (again.get(of) ?? of));
  const renamedRows = <T extends { readonly document: string; readonly sentence: string }>(rows: readonly T[]) =>
    rows.flatMap((row) => {
      const document = documents.get(row.document);
      return document === undefined ? [] : { ...row, document, sentence: rename(row.sentence) };
    });
  return {
    ...gold,
    entities: [...gold.entities, ...entities],
    relationships: [
      ...gold.relationships,
      ...renamedRows(gold.relationships).map((row) => ({ ...row, source: id(row.source), target: id(row.target) })),
    ],
    claims: [
      ...gold.claims,
      ...renamedRows(gold.claims).map((row) => ({ ...row, subject: id(row.subject), object: id(row.object) })),
    ],
  };
}
