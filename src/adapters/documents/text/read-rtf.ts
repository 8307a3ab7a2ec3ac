import type { ReadResult } from '../../../core/ports/documents';
import { commentBlock, isCodeStyle, type Block } from '../blocks/block';
import { fraction, indexed, largeOperator, power, root, ruby } from '../blocks/formula';
import { NoteMarks } from '../blocks/note-marks';
import { numeral, type NumeralKind } from '../blocks/numerals';
import { render } from '../blocks/render';
import { authoredTitle, oneDocument, type OpenSource } from '../format-reader';
import { LIMITS } from '../limits';
import { oneLine } from './clean-text';
import { decodeAs } from './decode-text';
import { charsetEncoding, pageEncoding } from './rtf-encodings';
import { RtfFlow } from './rtf-flow';
import { rtfSign, rtfTokens } from './rtf-tokens';

/** Reads rich text (RTF 1.9): paragraphs, headings by outline level, lists, tables, notes, comments, text boxes and formulas; hidden and deleted text is left out. */
export function readRtf(source: OpenSource): ReadResult {
  const { blocks, title, author } = blocksOfRtf(new TextDecoder('latin1').decode(source.bytes), source.onProgress);
  return oneDocument(source, render(blocks), { title: authoredTitle(title), author, unmarked: 'some' });
}

/** Reads rich text whose bytes are given as Latin-1. */
export function blocksOfRtf(rtf: string, onProgress: () => void): ReturnType<RtfReader['finish']> {
  const reader = new RtfReader();
  let count = 0;
  for (const token of rtfTokens(rtf)) {
    if (token.kind === 'word') reader.word(token.name, token.number);
    else if (token.kind === 'text') reader.bytes(token.bytes);
    else if (token.kind === 'open') reader.open();
    else reader.close();
    if ((count += 1) % 50_000 === 0) onProgress();
  }
  return reader.finish();
}

/** State that a closing brace restores. */
interface Group {
  readonly flow: RtfFlow;
  readonly skips: boolean;
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
  readonly height: 'super' | 'sub' | '';
  readonly encoding: string;
  /** The font is one for code. */
  readonly isCode: boolean;
  /** Characters that stand behind `\u` for programs without Unicode. */
  readonly spare: number;
  /** Set at the group of a destination. */
  readonly onClose?: ((text: string) => void) | undefined;
  /** Table of the file that the group belongs to. */
  readonly table?: 'fonts' | 'styles';
  /** The innermost formula around it. */
  readonly formula?: Formula;
}

interface Formula {
  readonly name: string;
  readonly parts: Map<string, string>;
}

/** Destinations that hold no text of the document. */
const SKIPPED = new Set(
  (
    'colortbl header headerl headerr headerf footer footerl footerr footerf pict nonshppict nonesttables ' +
    'shprslt xe tc objdata objclass objname mmathPict revtbl filetbl listtable listoverridetable rsidtbl themedata ' +
    'datastore latentstyles company operator comment doccomm keywords subject category manager hlinkbase ftnsep ftnsepc aftnsep aftnsepc'
  ).split(' '),
);
const FORMULAS = new Set(['mf', 'mrad', 'msSup', 'msSub', 'msSubSup', 'mnary', 'md']);
const FORMULA_PARTS = new Set(
  'mnum mden mdeg me msup msub mr mnaryPr mchr mradPr mfPr msSupPr msSubPr msSubSupPr mdPr mbegChr mendChr mctrlPr'.split(
    ' ',
  ),
);
const NUMBERING: Readonly<Record<string, NumeralKind>> = { ar: '1', alc: 'a', auc: 'A', rlc: 'i', ruc: 'I' };

class RtfReader {
  readonly #marks = new NoteMarks();
  readonly #notes: Block[] = [];
  readonly #fonts = new Map<number, string>();
  readonly #levels = new Map<number, number>();
  readonly #codeStyles = new Set<number>();
  /** Fonts whose letters are equally wide. */
  readonly #fixedFonts = new Set<number>();
  readonly #facts = new Map<string, string>();
  readonly #numbering: Record<'foot' | 'end', NumeralKind> = { foot: '1', end: '1' };
  readonly #counts = { foot: 0, end: 0 };
  readonly #body: RtfFlow;
  readonly #groups: Group[] = [];
  #group: Group;
  #tables = 0;
  #usualFont = 0;
  #hasStyles = false;
  #encoding = 'windows-1252';
  /** Bytes that await their decoding. */
  #bytes = '';
  /** Characters to pass over behind `\u`. */
  #spare = 0;
  /** Nothing stands in the group yet. */
  #isStart = false;
  #isStarred = false;
  #isEndnote = false;
  #entry = 0;
  #property = '';
  #author = '';

  constructor() {
    this.#body = this.#flow();
    this.#group = {
      ...{ flow: this.#body, skips: false, isHidden: false, isDeleted: false },
      ...{ height: '', encoding: '', isCode: false, spare: 1 },
    };
  }

  finish(): { readonly blocks: readonly Block[]; readonly title: string; readonly author: string } {
    this.#flush();
    while (this.#groups.length > 0) this.close();
    const fact = (name: string): string => oneLine(this.#facts.get(name) ?? '');
    return {
      blocks: [...this.#withoutFontAlone(this.#body.finish()), ...this.#notes],
      title: fact('title'),
      author: fact('author'),
    };
  }

  /** A text that is in one font throughout, as from a typewriter, is no code. */
  #withoutFontAlone(blocks: readonly Block[]): readonly Block[] {
    if (this.#hasStyles || blocks.some(({ kind }) => kind !== 'code')) return blocks;
    const lines = blocks.flatMap((block) => (block.kind === 'code' ? block.text.split('\n') : []));
    return lines.filter((line) => line.trim() !== '').map((text) => ({ kind: 'paragraph', text: text.trim() }));
  }

  open(): void {
    this.#flush();
    this.#spare = 0;
    if (this.#groups.length > LIMITS.elementDepth) throw new RangeError('groups within groups');
    this.#groups.push(this.#group);
    this.#isStart = true;
    const { onClose: _, ...state } = this.#group;
    this.#group = state;
  }

  close(): void {
    this.#flush();
    this.#spare = 0;
    this.#isStarred = false;
    const { flow, onClose } = this.#group;
    const before = this.#groups.pop();
    if (!before) return;
    this.#group = before;
    onClose?.(flow.text.toString());
  }

  bytes(bytes: string): void {
    const spared = Math.min(this.#spare, bytes.length);
    this.#spare -= spared;
    this.#bytes += bytes.slice(spared);
    this.#isStart = false;
  }

  word(name: string, number: number | undefined): void {
    this.#flush();
    if (this.#spare > 0 && rtfSign(name) !== undefined) {
      this.#spare -= 1;
      return;
    }
    const isStart = this.#isStart;
    this.#isStart = false;
    if (name === '*') {
      this.#isStarred = isStart;
      return;
    }
    const isStarred = this.#isStarred;
    this.#isStarred = false;
    if (this.#group.table) this.#tableWord(name, number ?? 0);
    else if (!this.#destination(name) && isStarred) this.#set({ skips: true });
    else if (!this.#group.skips) this.#textWord(name, number);
  }

  /** Begins a destination of this name; false where there is none. */
  #destination(name: string): boolean {
    if (name === 'sp') this.#property = '';
    else if (name === 'sn') this.#enter((text) => void (this.#property = text.trim()));
    else if (name === 'sv') this.#enter((text) => this.#describe(text));
    else if (name === 'shptxt') this.#enterFlow((flow) => this.#group.flow.after.push(...flow.finish()));
    else if (name === 'shpinst') this.#set({ skips: true });
    else if (this.#group.skips) return true;
    else if (SKIPPED.has(name)) this.#set({ skips: true });
    else if (name === 'fonttbl') this.#set({ table: 'fonts' });
    else if (name === 'stylesheet') {
      this.#hasStyles = true;
      this.#set({ table: 'styles' });
    } else if (name === 'title' || name === 'author') this.#enter((text) => void this.#facts.set(name, text));
    else if (name === 'info' || name === 'shppict' || name === 'moMath' || name === 'picprop') return true;
    else if (name === 'listtext' || name === 'pntext')
      this.#enter((text) => void (this.#group.flow.marker = text.trim()));
    else if (name === 'footnote') this.#enterNote();
    else if (name === 'annotation') this.#enterFlow((flow) => this.#comment(textOf(flow.finish())));
    else if (name === 'atnauthor') this.#enter((text) => void (this.#author = text.trim()));
    else if (name === 'fldinst') this.#enter((text) => void this.#group.flow.text.add(rubyOf(text)));
    else if (name === 'atndate' || name === 'atnid') this.#set({ skips: true });
    else if (FORMULAS.has(name) || FORMULA_PARTS.has(name)) this.#enterFormula(name);
    else return false;
    return true;
  }

  #tableWord(name: string, number: number): void {
    if (name === (this.#group.table === 'fonts' ? 'f' : 's')) this.#entry = number;
    else if (name === 'fmodern' || (name === 'fprq' && number === 1)) this.#fixedFonts.add(this.#entry);
    else if (name === 'fcharset' && this.#group.table === 'fonts') {
      const encoding = charsetEncoding(number);
      if (encoding) this.#fonts.set(this.#entry, encoding);
    } else if (name === 'outlinelevel' && this.#group.table === 'styles' && number < 9)
      this.#levels.set(this.#entry, number + 1);
  }

  #textWord(name: string, given: number | undefined): void {
    const number = given ?? 0;
    const { flow } = this.#group;
    const numbering = /^(a?)ftnn(ar|[ar][lu]c)$/u.exec(name);
    const sign = rtfSign(name);
    if (sign !== undefined) this.#write(sign);
    else if (numbering) this.#numbering[numbering[1] ? 'end' : 'foot'] = NUMBERING[numbering[2] ?? ''] ?? '1';
    else if (name === 'u') this.#unicode(number);
    else if (name === 'par' || name === 'sect' || name === 'page') flow.endParagraph();
    else if (name === 'line' || name === 'lbr') this.#write('\n');
    else if (name === 'tab') this.#write('\t');
    else if (name === 'nestcell' || name === 'nestrow') this.#write(' ');
    else if (name === 'ftnalt') this.#isEndnote = true;
    else if (name === 'ansicpg') this.#encoding = pageEncoding(number);
    else if (name === 'deff') this.#usualFont = number;
    else if (name === 'mac') this.#encoding = pageEncoding(10000);
    else if (!this.#paragraphWord(name, number)) this.#letterWord(name, given);
  }

  /** Properties of paragraphs and tables. */
  #paragraphWord(name: string, number: number): boolean {
    const { flow } = this.#group;
    if (name === 'pard') flow.resetParagraph();
    else if (name === 'intbl') flow.inTable = true;
    else if (name === 's') {
      flow.level ??= this.#levels.get(number);
      flow.isCode = this.#codeStyles.has(number);
    } else if (name === 'outlinelevel') flow.level = number < 9 ? Math.min(6, number + 1) : undefined;
    else if (name === 'ilvl') flow.itemLevel = Math.min(8, Math.max(0, number));
    else if (name === 'trowd') flow.beginRow();
    else if (name === 'trhdr') flow.headRow();
    else if (name === 'clvmrg') flow.continueCell();
    else if (name === 'cellx') flow.placeCell(number);
    else if (name === 'cell') flow.endCell();
    else if (name === 'row') flow.endRow();
    else return false;
    return true;
  }

  /** Properties of letters. */
  #letterWord(name: string, number: number | undefined): void {
    if (name === 'plain') this.#set({ isHidden: false, isDeleted: false, isCode: false, height: '' });
    else if (name === 'v') this.#set({ isHidden: number !== 0 || this.#group.isHidden });
    else if (name === 'deleted') this.#set({ isDeleted: true });
    else if (name === 'super' || name === 'sub') this.#set({ height: name });
    else if (name === 'nosupersub') this.#set({ height: '' });
    else if (name === 'uc') this.#set({ spare: Math.max(0, number ?? 1) });
    else if (name === 'f') this.#font(number ?? 0);
  }

  /** A file without styles, as pandoc writes it, marks code by the font alone. */
  #font(number: number): void {
    const isCode = !this.#hasStyles && number !== this.#usualFont && this.#fixedFonts.has(number);
    this.#set({ encoding: this.#fonts.get(number) ?? '', isCode });
  }

  #unicode(number: number): void {
    const code = number < 0 ? number + 0x10000 : number;
    // Symbol fonts have their signs in a private area.
    if (code <= 0xffff) this.#write(code >= 0xf020 && code <= 0xf0ff ? '•' : String.fromCharCode(code));
    this.#spare = this.#group.spare;
  }

  #set(change: Partial<Group>): void {
    this.#group = { ...this.#group, ...change };
  }

  #flow(): RtfFlow {
    return new RtfFlow(() => (this.#tables += 1));
  }

  /** Reads the group for itself. */
  #enter(onClose: (text: string) => void): void {
    this.#set({ flow: this.#flow(), skips: false, isHidden: false, height: '', onClose });
  }

  #enterFlow(done: (flow: RtfFlow) => void): void {
    const flow = this.#flow();
    this.#set({ flow, skips: false, isHidden: false, height: '', onClose: () => done(flow) });
  }

  #enterNote(): void {
    this.#isEndnote = false;
    this.#enterFlow((flow) => {
      const note = this.#isEndnote ? 'end' : 'foot';
      this.#isEndnote = false;
      const text = textOf(flow.finish());
      if (text === '' || this.#isUnseen()) return;
      const count = (this.#counts[note] += 1);
      const mark = this.#marks.of(`${note} ${count}`, numeral(count, this.#numbering[note]));
      this.#group.flow.text.add(`[${mark}]`);
      this.#notes.push({ kind: 'note', note, mark, text });
    });
  }

  #comment(text: string): void {
    const author = this.#author;
    this.#author = '';
    if (text === '') return;
    this.#group.flow.after.push(commentBlock(text, author));
  }

  /** Adds the description of a picture. */
  #describe(text: string): void {
    const words = oneLine(text);
    const isDescription = this.#property === 'wzDescription' && words !== '';
    if (!isDescription) return;
    const { flow } = this.#groups.findLast(({ skips }) => !skips) ?? this.#group;
    flow.text.add(` ${words} `);
  }

  #enterFormula(name: string): void {
    const outer = this.#group.formula;
    if (FORMULAS.has(name)) {
      const formula = { name, parts: new Map<string, string>() };
      this.#enter(() => void this.#group.flow.text.add(formulaText(formula)));
      this.#set({ formula });
    } else if (name === 'mr' || !outer) this.#enter((text) => void this.#group.flow.text.add(text));
    else this.#enter((text) => void outer.parts.set(name, text));
  }

  #isUnseen(): boolean {
    const { skips, isHidden, isDeleted, table } = this.#group;
    return skips || isHidden || isDeleted || table !== undefined;
  }

  #flush(): void {
    if (this.#bytes === '') return;
    const bytes = Uint8Array.from(this.#bytes, (byte) => byte.charCodeAt(0));
    // Windows has a no-break space in encodings of two bytes as well, which standards leave out.
    const text = this.#bytes === '\xa0' ? '\xa0' : decodeAs(bytes, this.#group.encoding || this.#encoding);
    this.#bytes = '';
    this.#write(text);
  }

  #write(text: string): void {
    const { flow, height, table, isCode } = this.#group;
    if (table === 'styles' && isCodeStyle(text.replace(/;$/u, ''))) this.#codeStyles.add(this.#entry);
    if (this.#isUnseen()) return;
    flow.hasCode ||= isCode;
    flow.hasProse ||= !isCode && text.trim() !== '';
    if (height === 'super') flow.text.addRaised(text);
    else if (height === 'sub') flow.text.addLowered(text);
    else flow.text.add(text);
  }
}

/** Letters of the code of a field that may be a reading. */
const LONGEST_RUBY = 500;

/** A reading above its base, which is written as the code of a field; empty for all other codes. */
function rubyOf(code: string): string {
  const [, reading = '', base = ''] =
    code.length > LONGEST_RUBY ? [] : (/^\s*EQ\s.*\\o(?:\\a\w)?\(\\s\\up ?\d+\((.+)\),(.+)\)/u.exec(code) ?? []);
  return ruby(base, reading);
}

/** The words of a note or comment, whose paragraphs are lines of it. */
const textOf = (blocks: readonly Block[]): string => render(blocks).text.replace(/\n+/gu, '\n').trim();

function formulaText({ name, parts }: Formula): string {
  const part = (one: string): string => parts.get(one) ?? '';
  switch (name) {
    case 'mf':
      return fraction(part('mnum'), part('mden'));
    case 'mrad':
      return root(part('me'), part('mdeg'));
    case 'msSup':
      return power(part('me'), part('msup'));
    case 'msSub':
      return indexed(part('me'), part('msub'));
    case 'msSubSup':
      return power(indexed(part('me'), part('msub')), part('msup'));
    case 'mnary':
      return largeOperator(part('mchr') || '∫', part('msub'), part('msup')) + part('me');
    default:
      return `${part('mbegChr') || '('}${part('me')}${part('mendChr') || ')'}`;
  }
}
