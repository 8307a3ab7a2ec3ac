import type { ReadPart } from './read-docx';

/** The number format (`bullet`, `decimal`, …) of each list level, by list and level. */
export type Numbering = ReadonlyMap<string, readonly string[]>;

export async function readNumbering(part: ReadPart): Promise<Numbering> {
  const formats = new Map<string, string[]>();
  const lists = new Map<string, string>();
  let abstract: string[] = [];
  let level = 0;
  let list = '';
  await part('word/numbering.xml', {
    open: (name, attributes) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:abstractNum') formats.set(attributes['w:abstractNumId'] ?? '', (abstract = []));
      else if (name === 'w:lvl') level = Math.min(8, Number(attributes['w:ilvl']) || 0);
      else if (name === 'w:numFmt') abstract[level] ??= value;
      else if (name === 'w:num') list = attributes['w:numId'] ?? '';
      else if (name === 'w:abstractNumId') lists.set(list, value);
    },
  });
  return new Map([...lists].map(([id, target]) => [id, formats.get(target) ?? []]));
}
