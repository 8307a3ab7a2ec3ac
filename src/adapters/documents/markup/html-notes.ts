import type { Block } from '../blocks/block';
import type { NoteMarks } from '../blocks/note-marks';
import { elementsOf, textOfElement, type MarkupElement } from './markup-tree';
import type { PageContent } from './page-content';

/** A note that a link leads to. */
export interface HtmlNote {
  readonly mark: string;
  /** Ids of the places where its mark stands. */
  readonly places: Set<string>;
}

/** The notes of a page that links so far lead to. */
export class HtmlNotes {
  readonly #page: PageContent;
  readonly #marks: NoteMarks;
  readonly #notes = new Map<string, HtmlNote>();

  /** `marks` are those of the whole document, of which the page may be a part. */
  constructor(page: PageContent, marks: NoteMarks) {
    this.#page = page;
    this.#marks = marks;
  }

  /** The note that an element holds. */
  in({ attributes }: MarkupElement): HtmlNote | undefined {
    return this.#notes.get(attributes['id'] ?? '');
  }

  /** The mark of the note that a link leads to; undefined for other links. `places` are ids around the link. */
  markOf(link: MarkupElement, isRaised: boolean, places: readonly string[]): string | undefined {
    const id = this.#page.placeWithin(link.attributes['href'] ?? '');
    if (id === undefined) return undefined;
    const seen = markSeen(link, this.#page.place(id), isRaised);
    if (seen === undefined) return undefined;
    const known = this.#notes.get(id);
    const note = known ?? { mark: this.#marks.of(`${String(this.#marks.size)} ${id}`, seen), places: new Set() };
    for (const place of places) note.places.add(place);
    this.#notes.set(id, note);
    return note.mark;
  }

  /** Checks for a link from a note back to its mark, by what it says of itself, by its place, or by its arrow. */
  isWayBack(link: MarkupElement, note: HtmlNote): boolean {
    if (this.in(link) === note) return false;
    const { role, href = '', 'epub:type': type } = link.attributes;
    if (role === 'doc-backlink' || type === 'backlink' || type === 'referrer') return true;
    const place = this.#page.placeWithin(href);
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
function markSeen(link: MarkupElement, target: MarkupElement | undefined, isRaised: boolean): string | undefined {
  if (!target) return undefined;
  const isMark = isRaised || elementsOf(link).some(({ name }) => name === 'sup');
  if (!isNoteReference(link) && !(isMark && (target.name === 'li' || target.name === 'aside'))) return undefined;
  const seen = textOfElement(link).replace(/[[\]()\s]/gu, '');
  return seen !== '' && seen.length <= LONGEST_MARK ? seen : undefined;
}
