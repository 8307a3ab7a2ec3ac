/** A Markdown text and the footnotes that its marks lead to, by their labels. */
interface FootnotedText {
  readonly text: string;
  readonly notes: ReadonlyMap<string, string>;
}

const NOTE = /^\[\^([^\]\s]+)\]:[ \t]+(.+)$/gmu;
const MARK = /\[\^([^\]\s]+)\]/gu;

/** Takes the lines that are footnotes out of a Markdown text. */
export function takeFootnotes(markdown: string): FootnotedText {
  const notes = new Map<string, string>();
  const text = markdown.replace(NOTE, (_line, label: string, words: string) => {
    notes.set(label, words);
    return '';
  });
  return { text, notes };
}

/** Plain words or the label of a footnote. */
type MarkedPart = { readonly kind: 'words'; readonly text: string } | { readonly kind: 'mark'; readonly label: string };

/** Words cut at the marks of known footnotes. */
export function cutAtMarks(text: string, isKnown: (label: string) => boolean): readonly MarkedPart[] {
  const parts: MarkedPart[] = [];
  let from = 0;
  for (const { index, 0: mark, 1: label = '' } of text.matchAll(MARK)) {
    if (!isKnown(label)) continue;
    if (index > from) parts.push({ kind: 'words', text: text.slice(from, index) });
    parts.push({ kind: 'mark', label });
    from = index + mark.length;
  }
  if (from < text.length) parts.push({ kind: 'words', text: text.slice(from) });
  return parts;
}
