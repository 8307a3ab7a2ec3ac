import { conceptKey } from '../retrieval/concepts';
import type { SearchIndex } from '../retrieval/index';
import { isNameLike } from './named-in';
import type { Question } from './question';

const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.-]*/gu;

/** What a question names, as a reader knows it again: "Plumbline (Harriet Oakshott)" where it was typed by another name than the title. */
export function calledNames(index: SearchIndex, question: Question): readonly string[] {
  const named = [...question.calledBy].flatMap(([row, key]) => {
    const title = index.tables.entities[row]?.title;
    return title === undefined ? [] : [{ title, key }];
  });
  const proper = named.filter(({ title, key }) => isNameLike(title) || isNameLike(typed(question.text, key) ?? ''));
  const shown = proper.length > 0 ? proper : named;
  return [...new Set(shown.map(({ title, key }) => called(question.text, title, key)))];
}

function called(text: string, title: string, key: string): string {
  if (conceptKey(title) === key) return title;
  const own = typed(text, key);
  return own === null ? title : `${own} (${title})`;
}

/** The words of a text that fold to a key, as they were typed; null when none do. */
function typed(text: string, key: string): string | null {
  const count = key.split(' ').length;
  const words = [...text.matchAll(WORD)];
  for (const [at, first] of words.entries()) {
    const last = words[at + count - 1] ?? first;
    const own = text.slice(first.index, last.index + last[0].length);
    if (conceptKey(own) === key) return own.replace(/['’]s$/u, '');
  }
  return text.includes(key) ? key : null;
}
