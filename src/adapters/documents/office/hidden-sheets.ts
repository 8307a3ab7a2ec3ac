import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import { LIMITS } from '../limits';
import { walkMarkup } from '../markup/walk-markup';
import { openZip } from '../read-zip';
import { decodeText } from '../text/decode-text';
import type { OpenSource } from '../format-reader';

type Attributes = Readonly<Record<string, string>>;

/**
 * Finds the sheets of an OpenDocument workbook that are hidden by their style. Empty for other files. Throws ParseError
 * where cells with content are repeated too often: the library writes each of them.
 */
export async function hiddenSheets(source: OpenSource): Promise<ReadonlySet<string>> {
  const hidden = new Set<string>();
  if (!source.mediaType.includes('opendocument')) return hidden;
  const content = await (await openZip(source.bytes, source)).find('content.xml');
  if (!content) return hidden;
  const styles = new Set<string>();
  const cells = new CellCount();
  let style = '';
  walkMarkup(
    decodeText(content, 'utf-8'),
    {
      open: (name, attributes) => {
        cells.open(name, attributes);
        if (name === 'style:style') style = attributes['style:name'] ?? '';
        else if (name === 'style:table-properties' && attributes['table:display'] === 'false') styles.add(style);
        else if (name === 'table:table' && styles.has(attributes['table:style-name'] ?? ''))
          hidden.add(attributes['table:name'] ?? '');
      },
    },
    { xml: true, onProgress: source.onProgress },
  );
  return hidden;
}

class CellCount {
  #rows = 1;
  /** Cells that are counted once something is found in them. */
  #waiting = 0;
  #count = 0;

  open(name: string, attributes: Attributes): void {
    if (name === 'table:table-row') {
      this.#rows = repeats(attributes['table:number-rows-repeated']);
      this.#waiting = 0;
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      this.#waiting = this.#rows * repeats(attributes['table:number-columns-repeated']);
      if ('office:value-type' in attributes || 'table:formula' in attributes) this.#add();
    } else this.#add();
  }

  #add(): void {
    this.#count += this.#waiting;
    this.#waiting = 0;
    if (this.#count > LIMITS.cells)
      throw new ParseError(message`It holds more than ${LIMITS.cells} cells. Split it up.`);
  }
}

const repeats = (value: string | undefined): number => Math.max(1, Number(value ?? 1) || 1);
