import type { NoteView } from '../../core/engine/notebook/notebook-calls';
import type { AnswerPin, MapPin, QuotePin, ThingPin } from '../../core/notebook/note';
import { turnMarkdown } from '../ask/answer-export';
import { escapeMarkdown, escapeMarkdownLine, quoteMarkdown } from '../../core/text/escape-markdown';
import { placeWords } from '../evidence/evidence-export';
import { language } from '../words/language.svelte';
import { messageText } from '../words/messages';
import { methodLabel } from '../words/methods';
import { notebookWords } from '../words/screens/notebook-words';

/** A note with the picture of its map, a PNG in base64; empty without one. */
export interface ExportedNote {
  readonly note: NoteView;
  readonly picture: string;
}

/**
 * Notes as Markdown: each with footnotes of its own that name document, headings and page. A person's text stays as
 * written; pictures are data addresses at the end of their note.
 */
export function notebookMarkdown(collection: string, notes: readonly ExportedNote[]): string {
  const title = `# ${escapeMarkdownLine(notebookWords().heading(collection))}`;
  const parts = notes.map((one, at) => noteMarkdown(one, `${String(at + 1)}-`));
  return `${title}\n\n${parts.join('\n\n---\n\n')}\n`;
}

function noteMarkdown({ note, picture }: ExportedNote, prefix: string): string {
  const { text, tags } = note;
  const footnotes = new NoteFootnotes(prefix);
  const tagged = tags.length > 0 ? `*${escapeMarkdownLine(notebookWords().tagged(tags.join(', ')))}*` : '';
  const pinned = pinnedMarkdown(note, picture, footnotes);
  return [...pinned.head, text.trim(), tagged, footnotes.lines, ...pinned.foot]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Lines above a person's words and below them. */
interface PinnedMarkdown {
  readonly head: readonly string[];
  readonly foot: readonly string[];
}

function pinnedMarkdown({ pin, quotePlace }: NoteView, picture: string, footnotes: NoteFootnotes): PinnedMarkdown {
  switch (pin?.kind) {
    case 'quote':
      return above(quotePinMarkdown(pin, quotePlace, footnotes));
    case 'answer':
      return above([answerOf(pin, footnotes.prefix)]);
    case 'thing':
      return above(thingMarkdown(pin, footnotes));
    case 'map':
      return mapMarkdown(pin, picture, footnotes.prefix);
    default:
      return above([]);
  }
}

const above = (head: readonly string[]): PinnedMarkdown => ({ head, foot: [] });

const answerOf = ({ question, answer }: AnswerPin, prefix: string): string =>
  turnMarkdown({ question, answer, scope: '' }, prefix);

function quotePinMarkdown(pin: QuotePin, place: NoteView['quotePlace'], footnotes: NoteFootnotes): readonly string[] {
  const words = notebookWords();
  if (pin.quote === '') return [`*${escapeMarkdownLine(words.deleted)}*`];
  const mark = footnotes.add(placeWords(place?.kind === 'found' ? place : pin));
  const note = place?.kind === 'missing' ? [`*${escapeMarkdownLine(words.missing)}*`] : [];
  return [quoteMarkdown(pin.quote, mark), ...note];
}

function thingMarkdown(
  { target, title, text, method, passages }: ThingPin,
  footnotes: NoteFootnotes,
): readonly string[] {
  const kind = language.words.shared.kinds[target.kind];
  const facts = [kind, ...(text === '' ? [] : [methodLabel(method)])].join(' · ');
  const heading =
    title === '' ? `*${escapeMarkdownLine(notebookWords().deletedPart)}*` : `## ${escapeMarkdownLine(title)}`;
  const described = target.kind === 'relationship' ? messageText(text) : text;
  return [
    heading,
    `*${escapeMarkdownLine(facts)}*`,
    escapeMarkdown(described),
    ...passages.map((passage) => quoteMarkdown(passage.quote, footnotes.add(placeWords(passage)))),
  ];
}

function mapMarkdown({ title, names, picture: size }: MapPin, picture: string, prefix: string): PinnedMarkdown {
  const words = notebookWords();
  const heading = `## ${escapeMarkdownLine(title === '' ? words.map : words.mapOf(title))}`;
  if (size === null || picture === '')
    return above([heading, size === null ? `*${escapeMarkdownLine(words.deletedPart)}*` : '']);
  const label = `map-${prefix}picture`;
  return {
    head: [heading, `![${escapeMarkdownLine(words.picture(names.join(', ')))}][${label}]`],
    foot: [`[${label}]: data:image/png;base64,${picture}`],
  };
}

/** The footnotes of one note; their labels begin with a prefix, so that those of a person's own stay apart. */
class NoteFootnotes {
  readonly prefix: string;
  readonly #notes: string[] = [];

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  /** Adds a footnote and gives the mark that leads to it. */
  add(words: string): string {
    const mark = `[^${this.prefix}${String(this.#notes.length + 1)}]`;
    this.#notes.push(`${mark}: ${escapeMarkdownLine(words)}`);
    return mark;
  }

  get lines(): string {
    return this.#notes.join('\n');
  }
}
