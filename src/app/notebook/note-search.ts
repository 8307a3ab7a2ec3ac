import type { Note, Pin } from '../../core/notebook/note';

/** Checks that a note has all the words of a search, in whatever case; `text` is its present text. */
export function fitsSearch(note: Note, search: string, text: string): boolean {
  const words = search.trim().toLocaleLowerCase().split(/\s+/u);
  const searched = [text, ...note.tags, ...(note.pin ? pinnedTexts(note.pin) : [])].join('\n').toLocaleLowerCase();
  return words.every((word) => searched.includes(word));
}

function pinnedTexts(pin: Pin): readonly string[] {
  switch (pin.kind) {
    case 'quote':
      return [pin.quote, pin.documentTitle, ...pin.headingPath];
    case 'answer':
      return [pin.question, pin.answer.text ?? '', ...pin.answer.evidence.passages.map(({ text }) => text)];
    case 'thing':
      return [pin.title, pin.text, ...pin.passages.map(({ quote }) => quote)];
    case 'map':
      return [pin.title, ...pin.names];
  }
}
