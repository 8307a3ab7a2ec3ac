import type { Block } from '../blocks/block';

/** A shape on a slide with what stands in it. */
export interface Shape {
  readonly isTitle: boolean;
  /** Distance from the slide's top, in any unit; undefined where it is that of the layout. */
  readonly top?: number | undefined;
  readonly blocks: readonly Block[];
}

/** UTF-16 units up to which a line without the mark of a title may be one. */
const LONGEST_TITLE = 120;

/** The blocks of a slide, its title first, as a heading. Without a marked one it is a line that stands above all else. */
export function slideBlocks(shapes: readonly Shape[]): readonly Block[] {
  const filled = shapes.filter(({ blocks }) => blocks.length > 0);
  const top = filled.reduce((least, shape) => Math.min(least, shape.top ?? Infinity), Infinity);
  const [highest, ...others] = filled.filter((shape) => shape.top === top);
  const title = filled.find(({ isTitle }) => isTitle) ?? (others.length === 0 && isLine(highest) ? highest : undefined);
  const lines = title?.blocks.flatMap((block) => ('text' in block ? [block.text] : [])) ?? [];
  const rest = filled.filter((shape) => shape !== title).flatMap(({ blocks }) => blocks);
  return title ? [{ kind: 'heading', level: 1, text: lines.join(' ') }, ...rest] : rest;
}

/** One short line, whose place is its own. */
function isLine(shape: Shape | undefined): boolean {
  const [block, more] = shape?.blocks ?? [];
  return block?.kind === 'paragraph' && !more && block.text.length <= LONGEST_TITLE && shape?.top !== undefined;
}
