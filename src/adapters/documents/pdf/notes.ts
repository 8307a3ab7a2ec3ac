import { isNoteMark } from '../../../core/text/raised-marks';
import { NoteMarks } from '../blocks/note-marks';
import type { Box, PageLines } from './layout/box';
import { commonSize } from './layout/lines';

/** A note begins with its mark, in letters smaller than those of the text. */
const NOTE = /^([\d⁰¹²³⁴-⁹]{1,3}|[ivx]{1,5}|[ⁱᵛˣ]{1,5}|[a-zᵃ-ᶻ*†‡§])[.)]?\s*(?=[\p{L}“"‘'(])/u;
const SMALLER = 0.92;
const RAISED = /[⁰¹²³⁴-⁹ⁱᵃ-ᶻ]+/gu;

/**
 * Finds the notes of a document: small lines that begin with a mark which stands raised in the text of their page, or of
 * an earlier one. The mark is then written the same in both places.
 */
export function withNotes(pages: readonly PageLines[]): PageLines[] {
  const body = commonSize(pages.flatMap((page) => page.regions.flat()));
  const marks = new NoteMarks();
  const written = pages.map((page) => ({ ...page, regions: page.regions.map((region) => [...region]) }));
  const raised: RaisedMarks = new Map();
  for (const [at, page] of written.entries()) {
    addMarksOf(page.regions, raised);
    for (const region of page.regions)
      for (const [where, line] of region.entries()) {
        const found = line.size <= SMALLER * body ? NOTE.exec(line.text.replaceAll('\t', ' ')) : undefined;
        if (!found?.[1]) continue;
        const seen = found[1].normalize('NFKC');
        const place = takePlace(raised, { seen, line });
        if (!place) continue;
        const mark = marks.of(`${String(at)} ${seen}`, seen);
        place.region[place.where] = { ...place.line, text: withMark(place.line.text, seen, mark) };
        region[where] = { ...line, text: line.text.replaceAll('\t', ' ').slice(found[0].length), note: mark };
      }
  }
  return written;
}

interface Place {
  readonly region: Box[];
  readonly where: number;
}

/** Places of raised marks that no note was found for yet, by the mark: page by page, those of a page from its last to its first. */
type RaisedMarks = Map<string, Place[][]>;

function addMarksOf(regions: readonly Box[][], marks: RaisedMarks): void {
  const found = new Map<string, Place[]>();
  for (const region of regions)
    for (const [where, { text }] of region.entries())
      for (const { 0: raised, index } of text.matchAll(RAISED)) {
        if (!isNoteMark(text, index)) continue;
        const seen = raised.normalize('NFKC');
        const places = found.get(seen) ?? [];
        places.push({ region, where });
        found.set(seen, places);
      }
  for (const [seen, places] of found) {
    const pages = marks.get(seen) ?? [];
    pages.push(places.reverse());
    marks.set(seen, pages);
  }
}

/** Takes the first line with a raised mark on the latest page that has one; the note's own line is none. */
function takePlace(
  marks: RaisedMarks,
  { seen, line: note }: { readonly seen: string; readonly line: Box },
): (Place & { readonly line: Box }) | undefined {
  const pages = marks.get(seen) ?? [];
  for (let places = pages.at(-1); places; places = pages.at(-1)) {
    for (let place = places.pop(); place; place = places.pop()) {
      const line = place.region[place.where];
      if (line && line !== note && withMark(line.text, seen, '') !== line.text) return { ...place, line };
    }
    pages.pop();
  }
  return undefined;
}

/** The first raised mark of this form in brackets. */
function withMark(text: string, seen: string, mark: string): string {
  let isDone = false;
  return text.replace(RAISED, (raised, at: number) => {
    if (isDone || raised.normalize('NFKC') !== seen || !isNoteMark(text, at)) return raised;
    isDone = true;
    return `[${mark}]`;
  });
}
