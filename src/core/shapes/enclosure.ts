/** Tracks whether the end of a growing text is within the JSON that it begins with, or within a code fence. */
export class Enclosure {
  /** Open brackets of JSON; null where the text does not begin with a bracket. Undefined while it is blank. */
  #depth: number | null | undefined;
  #isInString = false;
  #isEscaped = false;
  /** The signs that the open fence began with. */
  #fence = '';
  #line = '';

  /** Adds to the text. */
  take(piece: string): void {
    for (const sign of piece) {
      if (sign === '\n') {
        this.#fence = fenceAfter(this.#fence, this.#line);
        this.#line = '';
      } else if (this.#line.length < LONGEST_FENCE) this.#line += sign;
      this.#takeJson(sign);
    }
  }

  get isJson(): boolean {
    return (this.#depth ?? 0) > 0;
  }

  get isCode(): boolean {
    return fenceAfter(this.#fence, this.#line) !== '';
  }

  #takeJson(sign: string): void {
    if (this.#depth === undefined && sign.trim() !== '') this.#depth = OPENS.has(sign) ? 0 : null;
    if (this.#depth === undefined || this.#depth === null) return;
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInString && sign === '\\') this.#isEscaped = true;
    else if (sign === '"') this.#isInString = this.#depth > 0 && !this.#isInString;
    else if (this.#isInString) return;
    else if (OPENS.has(sign)) this.#depth++;
    else if (CLOSES.has(sign) && this.#depth > 0) this.#depth--;
  }
}

const [OPENS, CLOSES] = [new Set('[{'), new Set(']}')];
/** Characters of a line that decide whether it is a fence. */
const LONGEST_FENCE = 200;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})\s*(.*)$/su;

/** The fence that is open behind a line, by its signs; empty where none is. */
function fenceAfter(open: string, line: string): string {
  const [, signs = '', rest = ''] = FENCE.exec(line) ?? [];
  if (open === '') return signs;
  return signs.startsWith(open) && rest === '' ? '' : open;
}
