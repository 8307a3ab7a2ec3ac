/** Signs that a file system forbids, or that mean something in a link of Obsidian. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|#^[\]]+/gu;

/** Names that Windows keeps for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** UTF-8 bytes of a name, with room for a number and an ending: file systems take 255. */
const MOST_BYTES = 180;

/** Makes names for files of one folder: safe on every file system, and no two that differ by case alone. */
export function fileNames(): (title: string) => string {
  const taken = new Map<string, number>();
  return (title) => {
    const safe = safeName(title);
    for (;;) {
      const key = safe.toLowerCase();
      const number = (taken.get(key) ?? 0) + 1;
      taken.set(key, number);
      if (number === 1) return safe;
      const name = `${safe} (${String(number)})`;
      if (taken.has(name.toLowerCase())) continue;
      taken.set(name.toLowerCase(), 1);
      return name;
    }
  };
}

function safeName(title: string): string {
  const plain = title.toWellFormed().normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/gu, ' ');
  const name = shortened(plain).replace(/^[. ]+|[. ]+$/gu, '');
  if (name === '') return 'untitled';
  return RESERVED.test(name) ? `_${name}` : name;
}

function shortened(text: string): string {
  if (text.length * 3 <= MOST_BYTES) return text;
  const encoder = new TextEncoder();
  let bytes = 0;
  let name = '';
  for (const sign of text) {
    bytes += encoder.encode(sign).length;
    if (bytes > MOST_BYTES) break;
    name += sign;
  }
  return name;
}
