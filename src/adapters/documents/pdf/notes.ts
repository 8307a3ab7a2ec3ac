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
  for (const [at, page] of written.entries())
    for (const region of page.regions)
      for (const [where, line] of region.entries()) {
        const found = line.size <= SMALLER * body ? NOTE.exec(line.text.replaceAll('\t', ' ')) : undefined;
        if (!found?.[1]) continue;
        const seen = found[1].normalize('NFKC');
        const place = placeOf(written, at, { seen, line });
        if (!place) continue;
        const mark = marks.of(`${String(at)} ${seen}`, seen);
        place.region[place.where] = { ...place.line, text: withMark(place.line.text, seen, mark) };
        region[where] = { ...line, text: line.text.replaceAll('\t', ' ').slice(found[0].length), note: mark };
      }
  return written;
}

interface Place {
  readonly region: Box[];
  readonly where: number;
  readonly line: Box;
}

/** The line with a raised mark, on the page itself or one before. */
function placeOf(
  pages: readonly { readonly regions: Box[][] }[],
  from: number,
  { seen, line: note }: { readonly seen: string; readonly line: Box },
): Place | undefined {
  for (let at = from; at >= 0; at -= 1)
    for (const region of pages[at]?.regions ?? []) {
      const where = region.findIndex((line) => line !== note && withMark(line.text, seen, '') !== line.text);
      const line = region[where];
      if (line) return { region, where, line };
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
