import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { zipFiles } from '../../scripts/lib/docx-writer';

type Random = () => number;

/** Damage or malice that is done to the bytes of a good file. */
export interface Mutation {
  readonly name: string;
  apply(bytes: Buffer, random: Random): Promise<Buffer> | Buffer;
}

const below = (random: Random, limit: number): number => Math.floor(random() * Math.max(1, limit));

function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = from[below(random, from.length)];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
}

/** A run of bytes: where it begins, and where it ends. */
function run(random: Random, length: number): readonly [number, number] {
  const from = below(random, length);
  return [from, Math.min(length, from + 1 + below(random, Math.min(4096, length)))];
}

/** Damage to any file on its way. */
const BYTES: readonly Mutation[] = [
  { name: 'cut short', apply: (bytes, random) => bytes.subarray(0, 1 + below(random, bytes.length - 1)) },
  {
    name: 'bytes flipped',
    apply: (bytes, random) => {
      const copy = Buffer.from(bytes);
      for (let left = 1 + below(random, 40); left > 0; left--) copy[below(random, copy.length)] = below(random, 256);
      return copy;
    },
  },
  {
    name: 'a run twice',
    apply: (bytes, random) => {
      const [from, to] = run(random, bytes.length);
      return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
    },
  },
  {
    name: 'a run left out',
    apply: (bytes, random) => {
      const [from, to] = run(random, bytes.length);
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
    },
  },
  {
    name: 'two runs swapped',
    apply: (bytes, random) => {
      const [from, to] = run(random, bytes.length);
      const at = below(random, from);
      return Buffer.concat([
        bytes.subarray(0, at),
        bytes.subarray(from, to),
        bytes.subarray(at, from),
        bytes.subarray(to),
      ]);
    },
  },
  {
    name: 'a run of zeros',
    apply: (bytes, random) => Buffer.from(bytes).fill(0, ...run(random, bytes.length)),
  },
];

const NUMBERS = ['0', '-1', '1', '65536', '2147483647', '4294967295', '99999999999999999999', '1e999', 'NaN', ''];

/** Replaces one match of a pattern, chosen at random. */
function replaceOne(bytes: Buffer, random: Random, pattern: RegExp, by: (match: RegExpMatchArray) => string): Buffer {
  const text = bytes.toString('latin1');
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return bytes;
  const match = pick(random, matches);
  const end = match.index + match[0].length;
  return Buffer.from(text.slice(0, match.index) + by(match) + text.slice(end), 'latin1');
}

const numbersChanged: Mutation = {
  name: 'numbers lie',
  apply: (bytes, random) => {
    let changed = bytes;
    for (let left = 1 + below(random, 6); left > 0; left--)
      changed = replaceOne(changed, random, /\d+/gu, () => pick(random, NUMBERS));
    return changed;
  },
};

/** Repeats an opening so often, at a random place. */
function nested(opening: string, boundary: RegExp): Mutation {
  return {
    name: 'nested deep',
    apply: (bytes, random) =>
      replaceOne(bytes, random, boundary, ([match]) => match + opening.repeat(pick(random, [300, 3_000, 200_000]))),
  };
}

/** Damage to files that are text. */
const TEXT: readonly Mutation[] = [
  numbersChanged,
  {
    name: 'lines in disorder',
    apply: (bytes, random) => {
      const lines = bytes.toString('latin1').split('\n');
      for (let left = 4; left > 0; left--) {
        const line = lines.splice(below(random, lines.length), 1);
        lines.splice(below(random, lines.length), 0, ...line, ...line);
      }
      return Buffer.from(lines.join('\n'), 'latin1');
    },
  },
  {
    name: 'a line without end',
    apply: (bytes, random) =>
      replaceOne(bytes, random, /\n/gu, () => pick(random, ['a', ' ', ',', '"', 'ab ']).repeat(1_000_000)),
  },
];

const ENTITIES = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(99)}"><!ENTITY c "${'&b;'.repeat(99)}"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;

const XML: readonly Mutation[] = [
  numbersChanged,
  nested('<a:b>', /<[\w:]+>/gu),
  nested('<w:p><w:r>', /<\/w:p>/gu),
  nested('<table><tr><td>', /<[\w:]+>/gu),
  {
    name: 'entities',
    apply: (bytes, random) => {
      const within = replaceOne(bytes, random, />[^<]+</gu, () => '>&c;&f;&#xFFFFFFFF;&#0;<');
      return replaceOne(within, random, /^(?:<\?xml[^>]*\?>)?/gu, ([head]) => head + ENTITIES);
    },
  },
  {
    name: 'a tag left out',
    apply: (bytes, random) => replaceOne(bytes, random, /<[^>]+>/gu, () => ''),
  },
  {
    name: 'a tag repeated',
    apply: (bytes, random) =>
      replaceOne(bytes, random, /<[^>]+>/gu, ([tag]) => tag.repeat(pick(random, [2, 500, 50_000]))),
  },
  {
    name: 'attributes left out',
    apply: (bytes, random) => replaceOne(bytes, random, / [\w:]+="[^"]*"/gu, () => ''),
  },
];

/** Structures of single formats, by extension. */
const OF_FORMAT: Readonly<Record<string, readonly Mutation[]>> = {
  pdf: [
    numbersChanged,
    { name: 'objects refer in a loop', apply: loopOfObjects },
    nested('[<<', /\[|<</gu),
    nested('(', /\(/gu),
  ],
  rtf: [nested('{', /\}/gu), nested('{\\*\\pn', /\}/gu), nested('\\trowd\\cell', /\}/gu)],
  html: XML,
  mht: [...XML, nested('\nContent-Type: multipart/mixed; boundary="a"\n\n--a', /\n/gu)],
  rss: XML,
  eml: [nested('\nContent-Type: multipart/mixed; boundary="a"\n\n--a', /\n/gu), nested('(', /\n/gu)],
  mbox: [nested('\nFrom a@b Thu Jan  1 00:00:00 1970\nA: b', /\n/gu)],
  json: [nested('[', /[[{,]/gu), nested('{"a":', /[[{,]/gu)],
  jsonl: [nested('[', /[[{,]/gu)],
  ipynb: [nested('[', /[[{,]/gu), nested('{"a":', /[[{,]/gu)],
  csv: [nested('","', /[,"\n]/gu), nested('"\n', /\n/gu)],
  md: [nested('> ', /^/gmu), nested('- [', /^/gmu)],
  vcf: [nested('\nBEGIN:VCARD', /\n/gu)],
};

/** Makes one object of a PDF file refer to another one in place of what it refers to. */
function loopOfObjects(bytes: Buffer, random: Random): Buffer {
  const numbers = [...bytes.toString('latin1').matchAll(/(\d+) \d+ obj/gu)].map(([, number = '1']) => number);
  if (numbers.length === 0) return bytes;
  return replaceOne(bytes, random, /\d+ 0 R/gu, () => `${pick(random, numbers)} 0 R`);
}

const RECORDS: readonly {
  readonly signature: number;
  readonly fields: readonly (readonly [at: number, size: 2 | 4])[];
}[] = [
  { signature: 0x04034b50, fields: [[6, 2], [8, 2], [14, 4], [18, 4], [22, 4], [26, 2], [28, 2]] }, // prettier-ignore
  { signature: 0x02014b50, fields: [[8, 2], [10, 2], [16, 4], [20, 4], [24, 4], [28, 2], [30, 2], [32, 2], [42, 4]] }, // prettier-ignore
  {
    signature: 0x06054b50,
    fields: [
      [8, 2],
      [10, 2],
      [12, 4],
      [16, 4],
      [20, 2],
    ],
  },
];

/** Lets the records of a ZIP file lie on sizes, places, flags and methods. */
const recordsLie: Mutation = {
  name: 'records of the package lie',
  apply: (bytes, random) => {
    const copy = Buffer.from(bytes);
    const places: (readonly [number, 2 | 4])[] = [];
    for (let at = 0; at + 22 < copy.length; at++) {
      const record = RECORDS.find(({ signature }) => copy.readUInt32LE(at) === signature);
      for (const [field, size] of record?.fields ?? [])
        if (at + field + size <= copy.length) places.push([at + field, size]);
    }
    for (let left = 1 + below(random, 3); left > 0; left--) {
      const [at, size] = pick(random, places);
      copy.writeUIntLE(
        pick(random, [0, 1, 8, 99, 0x7fff, 0xffff, ...(size === 4 ? [0x7fffffff, 0xffffffff] : [])]),
        at,
        size,
      );
    }
    return copy;
  },
};

/** Lets the head, the sector chains and the directory of a compound file lie. */
const sectorsLie: Mutation = {
  name: 'sectors of the package lie',
  apply: (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let left = 1 + below(random, 6); left > 0; left--) {
      const at = random() < 0.4 ? 0x18 + 2 * below(random, 40) : 512 + 4 * below(random, (copy.length - 516) / 4);
      copy.writeUInt32LE(pick(random, [0, 1, 2, 3, 0x7fffffff, 0xfffffffe, 0xffffffff, 0x10000]), at);
    }
    return copy;
  },
};

/** Does something to one part of a package and packs it well again. */
function within(mutation: Mutation, parts: RegExp): Mutation {
  return {
    name: `in a part: ${mutation.name}`,
    apply: async (bytes, random) => {
      const files = await unzip(bytes);
      const name = pick(
        random,
        Object.keys(files).filter((part) => parts.test(part)),
      );
      const part = files[name];
      if (part) files[name] = await mutation.apply(Buffer.from(part), random);
      return Buffer.from(await zipFiles(files));
    },
  };
}

const PART = /\.(?:xml|rels|opf|xhtml|ncx|bin)$/u;

/** Relations of a package that lead back to where they come from, or to places elsewhere. */
const relationsLoop: Mutation = {
  name: 'relations in a loop',
  apply: (bytes, random) => {
    const names = [...bytes.toString('latin1').matchAll(/(?:Target|href|full-path)="([^"]*)"/gu)].map(
      ([, name]) => name,
    );
    const targets = [...names, '.', '../../../../etc/passwd', 'http://localhost:1/x.xml', '%00', 'word/document.xml'];
    return replaceOne(
      bytes,
      random,
      /(Target|href|full-path|r:id|Id|idref)="[^"]*"/gu,
      (match) => `${match[1] ?? ''}="${pick(random, targets) ?? ''}"`,
    );
  },
};

const PACKAGE: readonly Mutation[] = [
  ...Array<Mutation>(4).fill(recordsLie),
  within(relationsLoop, /\.rels$|\.opf$|container\.xml$|manifest\.xml$|\.xml$/u),
  ...[...XML, ...BYTES].map((mutation) => within(mutation, PART)),
  {
    name: 'a part left out',
    apply: async (bytes, random) => {
      const files = await unzip(bytes);
      const left = pick(random, Object.keys(files));
      return Buffer.from(await zipFiles(Object.fromEntries(Object.entries(files).filter(([name]) => name !== left))));
    },
  },
];

/** First byte of compound files, whatever they are called. */
const COMPOUND = 0xd0;
const PACKAGES = /^(?:docx|xlsx|ods|pptx|odp|odt|epub)$/u;

/** The mutations of a file, by its first byte and its extension. */
export function mutationsOf(extension: string, bytes: Buffer): readonly Mutation[] {
  if (bytes[0] === COMPOUND) return [...BYTES, ...Array<Mutation>(8).fill(sectorsLie)];
  if (PACKAGES.test(extension)) return [...BYTES.slice(0, 3), ...PACKAGE];
  if (extension === 'zip') return [...BYTES, ...Array<Mutation>(6).fill(recordsLie)];
  const own = OF_FORMAT[extension] ?? [];
  return [...BYTES, ...(extension === 'pdf' ? [] : TEXT), ...own, ...own];
}

async function unzip(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  const entries = (await reader.getEntries()).filter((entry): entry is FileEntry => !entry.directory);
  const files: Record<string, Uint8Array> = {};
  for (const entry of entries) files[entry.filename] = await entry.getData(new Uint8ArrayWriter());
  return files;
}
