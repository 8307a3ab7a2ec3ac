/** What engines take for the borders of turns; a passage that holds one must not begin a turn. */
const TURN_BORDER = /<(?=\||\/?s>|start_of_turn|end_of_turn)/gu;

/** Text of a document as one line of a prompt: white space and control characters are single spaces. Offsets are lost: the records keep the document's own. */
export function shownText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(TURN_BORDER, '< ')
    .trim();
}

/** A name in a prompt: one line, at most 80 characters, none that separates fields. */
export function shownName(name: string): string {
  return [...shownText(name).replaceAll('|', '/')].slice(0, 80).join('');
}
