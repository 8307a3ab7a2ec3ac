import type { TextRange } from '../../app/evidence/document-blocks';

/** The part of a document that is selected in what shows it, in offsets of the document; null where nothing of it is. */
export function selectedRange(reader: HTMLElement): TextRange | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(reader)) return null;
  const pieces = [...reader.querySelectorAll<HTMLElement>('[data-start]')].filter((piece) =>
    range.intersectsNode(piece),
  );
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return null;
  const start = offsetIn(first, range.startContainer, range.startOffset) ?? startOf(first);
  const end = offsetIn(last, range.endContainer, range.endOffset) ?? startOf(last) + (last.textContent ?? '').length;
  return end > start ? { start, end } : null;
}

const startOf = ({ dataset }: HTMLElement): number => Number(dataset['start']);

/**
 * The offset in the document of a place within a piece of it; null for one outside. A piece has nothing but the
 * document's own text.
 */
function offsetIn(piece: HTMLElement, node: Node, offset: number): number | null {
  if (!piece.contains(node)) return null;
  const before = document.createRange();
  before.setStart(piece, 0);
  before.setEnd(node, offset);
  return startOf(piece) + before.toString().length;
}
