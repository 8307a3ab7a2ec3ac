import { withoutTurnBorders } from '../../prompts/turn-borders';

/** Text of a document as one line of a prompt: white space and control characters are single spaces. Offsets are lost: the records keep the document's own. */
export function shownText(text: string): string {
  return withoutTurnBorders(text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim());
}

/** A name in a prompt: one line, at most 80 characters, none that separates fields. */
export function shownName(name: string): string {
  return [...shownText(name).replaceAll('|', '/')].slice(0, 80).join('');
}
