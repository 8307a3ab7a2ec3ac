import type { Tag } from './page-tags';
import type { PageSize } from '../../../../core/ports/pages';

/** A run of text at its place on a page, in points from the upper left corner; `y` is the baseline. */
export interface Box {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly rtl: boolean;
  /** All its letters are bold. */
  readonly bold?: boolean;
  /** A blank stands before it in the file. */
  readonly spaced?: boolean;
  /** True or false where it is known if a blank stands before it, however narrow the gap is. */
  readonly blank?: boolean | undefined;
  /** Words with their places as the page shows them. */
  readonly words?: readonly Word[];
  /** No blank stands in the gap before it, though the page has some between words: it is a cell of its own. */
  readonly apart?: boolean;
  /** Parts of a line that wide gaps set apart. */
  readonly cells?: readonly Box[];
  /** The same with those that gaps without a blank set apart; missing where there are none of these. */
  readonly parts?: readonly Box[];
  /** Value of a form beside its label. */
  readonly filled?: boolean;
  /** Head or foot of several pages, which is here once for all of them. */
  readonly running?: boolean;
  /** Mark of the note that begins here; `text` is without it. */
  readonly note?: string;
  /** Runs neither to the right nor to the left on the page: its place is that on the page turned upright. */
  readonly turned?: boolean;
}

/** Text as drawn in one place: left, top, width and height in points from the page's upper left corner. */
export interface Word {
  readonly text: string;
  readonly place: readonly [x: number, y: number, width: number, height: number];
  /** Role that the file tags it with. */
  readonly tag?: Tag;
  /** 0 to 100 for a word that was recognised in a picture; missing for one that is written in the file. */
  readonly confidence?: number;
}

/** The lines of a page in reading order, region by region. */
export interface PageLines {
  readonly height: number;
  readonly regions: readonly (readonly Box[])[];
  /** Comments on the page, and filled fields without a label beside them. */
  readonly comments: readonly string[];
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** Name of the page; empty where it has none. */
  readonly label: string;
  /** Size of the picture, in pixels, in which its words were recognised; missing where they are written in the file. */
  readonly picture?: PageSize;
}
