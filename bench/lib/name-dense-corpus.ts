import { randomNumbers } from '../../src/core/random';
import type { CorpusFile } from './english-corpus';

const STEMS = 'bal car dun eld far gor hal ing jor kel lan mar nor oss pen quin ros sel tor ulm ver wen yar zel'.split(
  ' ',
);
const MIDDLES = 'a e i o u an en il or ur ad eth is om ar el in'.split(' ');
const ENDS = 'by combe dale ford ham ley mere ney ric ston tham vik worth well sey ter ka no ris va'.split(' ');
const GIVEN =
  'Ada Alban Anna Arthur Clara Daniel Edith Elias Emma Felix George Grace Helena Henry Ida Jacob James Jane Laura Leon Louis Lucy Margaret Martin Mary Nora Oscar Paul Peter Rosa Ruth Samuel Sarah Simon Thomas Vera Walter William'.split(
    ' ',
  );
const KINDS =
  'Institute,Railway,Museum,Press,College,Society,Council,Theatre,Company,Hospital,Observatory,Orchestra'.split(',');
const PLACES = 'River,Castle,Island,Abbey,Valley,Bridge,Harbour,Lake'.split(',');
const NOUNS =
  'survey treaty garden engine symphony census fresco dialect harvest parliament glacier workshop lexicon comet dynasty archive monastery plough herbarium turbine novel siege'.split(
    ' ',
  );
const FIELDS =
  'botany astronomy law music cartography medicine printing geology philosophy architecture navigation chemistry'.split(
    ' ',
  );
const SENTENCES = [
  '% was born in % and studied % at % under %.',
  'In ° % moved to %, where % had founded %.',
  'The # of % was described by % and later revised by % of %.',
  'With % and %, % took part in the # of % in °.',
  '% lies between % and %, about @ miles from %.',
  'Members of % included %, %, % and %.',
  'A # by % hangs in %, beside the # that % left to the town.',
  'Its & was praised by %, but % thought the # unfinished.',
  'After the # of ° the estate passed from % to %, and the records were kept at %.',
  'The line from % to % was opened in ° by %.',
  'Letters between % and % show that & had been taught there since °.',
  'It remained in use until °, when most of the # was carried to %.',
] as const;

/** Names per megabyte among which a text chooses; somewhat fewer are met. */
const NAMES_PER_MEGABYTE = 8_000;
const ARTICLE_NAMES = 24;
const ARTICLE_SENTENCES = 22;

/**
 * Files like those of an encyclopaedia, of about `megabytes` MB in all, and the worst case for a graph: three names or more in most
 * sentences, tens of thousands of them distinct, a few everywhere and most met once or twice (Zipf). The names of an article stand together in
 * sentence after sentence. The same arguments give the same files.
 */
export function nameDenseCorpus(
  megabytes: number,
  files: number,
  namesPerMegabyte = NAMES_PER_MEGABYTE,
): readonly CorpusFile[] {
  const random = randomNumbers(megabytes * 1000 + files);
  const names = distinctNames(Math.round(megabytes * namesPerMegabyte), random);
  const size = (megabytes * 1_000_000) / files;
  return Array.from({ length: files }, (_, i) => {
    const articles: string[] = [];
    for (let length = 0; length < size; length += (articles.at(-1)?.length ?? size) + 2) {
      articles.push(article(names, random));
    }
    return { name: `volume-${String(i).padStart(3, '0')}.txt`, text: articles.join('\n\n') };
  });
}

function article(names: readonly string[], random: () => number): string {
  const local = Array.from({ length: ARTICLE_NAMES }, () => names[zipf(names.length, random)] ?? '');
  // Half of the names of a sentence are the article's first few: it is about them.
  const name = (): string => local[Math.floor(random() * (random() < 0.5 ? 6 : ARTICLE_NAMES))] ?? '';
  const sentences = Array.from({ length: ARTICLE_SENTENCES }, () =>
    (pick(SENTENCES, random) ?? '').replace(/[%#&@°]/gu, (slot) => {
      if (slot === '%') return name();
      if (slot === '#') return pick(NOUNS, random);
      if (slot === '&') return pick(FIELDS, random);
      return String(slot === '@' ? 2 + Math.floor(random() * 90) : 1500 + Math.floor(random() * 480));
    }),
  );
  return sentences.join(' ');
}

/** A rank with a chance of about 1 / (rank + 50), which lets the commonest name fill half a percent of the text. */
function zipf(count: number, random: () => number): number {
  const shift = 50;
  return Math.min(count - 1, Math.floor(shift * ((count + shift) / shift) ** random()) - shift);
}

function distinctNames(count: number, random: () => number): readonly string[] {
  const names = new Set<string>();
  while (names.size < count) names.add(makeName(random));
  return [...names];
}

function makeName(random: () => number): string {
  const kind = random();
  const root = rootName(random);
  if (kind < 0.55) return `${pick(GIVEN, random)} ${root}`;
  if (kind < 0.75) return root;
  if (kind < 0.87) return `${root} ${pick(PLACES, random)}`;
  return `${root} ${pick(KINDS, random)}`;
}

function rootName(random: () => number): string {
  const stem = pick(STEMS, random) + pick(MIDDLES, random) + (random() < 0.3 ? pick(MIDDLES, random) : '');
  return stem.charAt(0).toUpperCase() + stem.slice(1) + pick(ENDS, random);
}

const pick = (list: readonly string[], random: () => number): string => list[Math.floor(random() * list.length)] ?? '';
