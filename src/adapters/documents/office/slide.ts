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
  const title = filled.find(({ isTitle }) => isTitle) ?? filled.find((shape) => isOnTop(shape, filled));
  const lines = title?.blocks.flatMap((block) => ('text' in block ? [block.text] : [])) ?? [];
  const rest = filled.filter((shape) => shape !== title).flatMap(({ blocks }) => blocks);
  return title ? [{ kind: 'heading', level: 1, text: lines.join(' ') }, ...rest] : rest;
}

function isOnTop(shape: Shape, all: readonly Shape[]): boolean {
  const [block, more] = shape.blocks;
  if (block?.kind !== 'paragraph' || more || block.text.length > LONGEST_TITLE || shape.top === undefined) return false;
  return all.every((other) => other === shape || (other.top ?? Infinity) > (shape.top ?? 0));
}
