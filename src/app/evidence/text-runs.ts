/** Part of a document's text, cut into what is drawn. Offsets are of the whole document. */
export interface TextRun {
  readonly start: number;
  readonly text: string;
  readonly marked: boolean;
  /** Id of the note that is about it; missing for none. */
  readonly note?: string;
  /** A word that was recognised in a picture with little confidence. */
  readonly unsure?: true;
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Words that a note is about. */
export interface NotedRange extends TextRange {
  readonly note: string;
}

/** Text of a range, cut into runs at the borders of what is cited and of what notes are about; both may overlap. */
export function runsOf(
  text: string,
  range: TextRange,
  marks: readonly TextRange[],
  noted: readonly NotedRange[],
  unsure: readonly TextRange[] = [],
): readonly TextRun[] {
  const isNear = ({ start, end }: TextRange): boolean => start < range.end && end > range.start;
  const [cited, notes, doubted] = [marks.filter(isNear), noted.filter(isNear), unsure.filter(isNear)];
  const borders = new Set([range.start, range.end]);
  for (const { start, end } of [...cited, ...notes, ...doubted]) {
    if (start > range.start) borders.add(start);
    if (end < range.end) borders.add(end);
  }
  const cuts = [...borders].sort((a, b) => a - b);
  return cuts.slice(1).map((end, at) => {
    const start = cuts[at] ?? range.start;
    const covers = (one: TextRange): boolean => one.start <= start && one.end >= end;
    const note = notes.find(covers)?.note;
    return {
      start,
      text: text.slice(start, end),
      marked: cited.some(covers),
      ...(note !== undefined && { note }),
      ...(doubted.some(covers) && { unsure: true as const }),
    };
  });
}
