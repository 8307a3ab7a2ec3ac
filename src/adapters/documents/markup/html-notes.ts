import type { Block } from '../blocks/block';
import { NoteMarks } from '../blocks/note-marks';
import { elementsOf, textOfElement, type MarkupElement } from './markup-tree';
import type { PageContent } from './page-content';

/** A note that a link leads to. */
export interface HtmlNote {
  readonly mark: string;
  /** Places where its mark stands. */
  readonly places: Set<string>;
}

type NotePage = Pick<PageContent, 'nameOf' | 'placeHere' | 'placeOf' | 'placeWithin'>;

/** The notes that links so far lead to, in a page or in all pages of a book. */
export class HtmlNotes {
  readonly #elsewhere: ReadonlyMap<string, string>;
  readonly #page: NotePage;
  readonly #marks: NoteMarks;
  readonly #notes: Map<string, HtmlNote>;

  /** `elsewhere` has the names of elements of other pages by their places; `before` are the notes of the pages before. */
  constructor(page: NotePage, elsewhere: ReadonlyMap<string, string> = new Map(), before?: HtmlNotes) {
    this.#page = page;
    this.#elsewhere = elsewhere;
    this.#marks = before ? before.#marks : new NoteMarks();
    this.#notes = before ? before.#notes : new Map<string, HtmlNote>();
  }

  /** The note that an element holds. */
  in({ attributes: { id = '' } }: MarkupElement): HtmlNote | undefined {
    return id === '' ? undefined : this.#notes.get(this.#page.placeHere(id));
  }

  /** The mark of the note that a link leads to; undefined for other links. `places` are ids around the link. */
  markOf(link: MarkupElement, isRaised: boolean, places: readonly string[]): string | undefined {
    const { href = '' } = link.attributes;
    const id = this.#page.placeWithin(href);
    const target = this.#page.placeOf(href);
    if (target === undefined) return undefined;
    const name = id === undefined ? this.#elsewhere.get(target) : this.#page.nameOf(id);
    const seen = markSeen(link, name, isRaised);
    if (seen === undefined) return undefined;
    const note = this.#notes.get(target) ?? { mark: this.#marks.of(target, seen), places: new Set() };
    for (const place of places) note.places.add(this.#page.placeHere(place));
    this.#notes.set(target, note);
    return note.mark;
  }

  /** Checks for a link from a note back to its mark, by what it says of itself, by its place, or by its arrow. */
  isWayBack(link: MarkupElement, note: HtmlNote): boolean {
    if (this.in(link) === note) return false;
    const { role, href = '', 'epub:type': type } = link.attributes;
    if (role === 'doc-backlink' || type === 'backlink' || type === 'referrer') return true;
    const place = this.#page.placeOf(href);
    return place !== undefined && (note.places.has(place) || ARROW.test(textOfElement(link)));
  }
}

/** Signs such as ↩, ^ and [↑]; other signs, such as † and *, are marks of notes. */
const ARROW = /^[\s\p{Ps}]*[\p{S}\p{Pi}][\s\p{S}\p{M}\p{Pi}\p{Pe}]*$/u;

/** The first block of a note with its mark. */
export function withMark(block: Block, mark: string): Block {
  if (block.kind === 'item') return { ...block, marker: `[${mark}] ${block.marker}` };
  if (block.kind === 'row')
    return { ...block, cells: block.cells.map((cell, at) => (at ? cell : `[${mark}] ${cell}`)) };
  if (!('text' in block)) return block;
  return {
    kind: 'note',
    note: 'foot',
    mark,
    text: block.kind === 'note' ? `[${block.mark}] ${block.text}` : block.text,
  };
}

/** Letters of a note's mark. */
const LONGEST_MARK = 4;

/** Checks for a link that says itself that it leads to a note. */
export const isNoteReference = ({ attributes }: MarkupElement): boolean =>
  attributes['role'] === 'doc-noteref' || attributes['epub:type'] === 'noteref';

/**
 * The mark of a link to a note as people see it; undefined where it is another link. One that does not say so is raised
 * and leads to an item.
 */
function markSeen(link: MarkupElement, target: string | undefined, isRaised: boolean): string | undefined {
  if (target === undefined) return undefined;
  const isMark = isRaised || elementsOf(link).some(({ name }) => name === 'sup');
  if (!isNoteReference(link) && !(isMark && (target === 'li' || target === 'aside'))) return undefined;
  const seen = textOfElement(link).replace(/[[\]()\s]/gu, '');
  return seen !== '' && seen.length <= LONGEST_MARK ? seen : undefined;
}
