import type { GoldEntity } from './gold';

/** A place in a text where an entity is named. */
interface GoldName {
  readonly entity: GoldEntity;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

/**
 * Finds where entities are named by their title or an alias: whole words as written, the longest name winning. A name that
 * starts with a small letter may start a sentence; names in Chinese need no word borders.
 */
export function nameFinder(entities: readonly GoldEntity[]): (text: string) => readonly GoldName[] {
  const forms = entities
    .flatMap((entity) => [entity.title, ...entity.aliases].map((form) => ({ form, entity })))
    .sort((a, b) => b.form.length - a.form.length);
  const pattern = new RegExp(forms.map(({ form }) => `(${patternOf(form)})`).join('|'), 'gu');
  return (text) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const group = match.slice(1).findIndex((each) => each !== undefined);
      const entity = forms[group]?.entity;
      return entity ? [{ entity, start: match.index, end: match.index + match[0].length }] : [];
    });
}

function patternOf(form: string): string {
  const escaped = form.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
  const first = form.charAt(0);
  const written = first === first.toUpperCase() ? escaped : `[${first}${first.toUpperCase()}]${escaped.slice(1)}`;
  return /\p{Script=Han}/u.test(form) ? written : String.raw`(?<![\p{L}\p{N}])${written}(?![\p{L}\p{N}])`;
}
