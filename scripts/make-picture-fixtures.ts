import { writeFileSync } from 'node:fs';
import { printInBrowser } from '../bench/lib/browser-pages';
import { scanPages, scanPng, type Scan } from './lib/scans';

// Draws the pictures of tests/fixtures/pictures in the fonts of this machine, as Debian's fonts-noto-core and fonts-noto-cjk.
const LETTERS = [
  {
    name: 'german',
    tag: 'de',
    lines: [
      'Der Hafen von Nordvik',
      'Der Hafen von Nordvik wurde im Frühjahr 1931 ausgebaggert, weil große Schiffe das Becken nicht mehr erreichten.',
      'Ada Holm führte die Bücher und zählte jeden Kahn, der das Becken verließ.',
    ],
  },
  {
    name: 'chinese',
    tag: 'zh-Hans',
    lines: [
      '诺德维克港',
      '诺德维克港于1931年春天疏浚，因为大船已经无法驶入港池。',
      '阿达负责记账，并清点每一艘离开码头的驳船。',
      '一年以后滑道再次淤塞，于是议会买了一艘小型挖泥船。',
    ],
  },
  {
    name: 'arabic',
    tag: 'ar',
    lines: [
      'ميناء نوردفيك',
      'جرى تعميق ميناء نوردفيك في ربيع عام 1931 لأن السفن الكبيرة لم تعد تصل إلى الحوض.',
      'كانت آدا هولم تمسك الدفاتر وتعد كل قارب يغادر الرصيف.',
    ],
  },
] as const;

const pdfs = await printInBrowser(
  LETTERS.map(({ tag, lines }) => ({ tag, text: lines.join('\n'), points: tag === 'zh-Hans' ? 14 : 11 })),
);
for (const [at, { name }] of LETTERS.entries()) {
  const [page] = await scanPages(pdfs[at] ?? new Uint8Array());
  if (!page) throw new Error('The page is empty.');
  writeFileSync(new URL(`../tests/fixtures/pictures/${name}.png`, import.meta.url), scanPng(cut(page)));
}

/** The upper third of a page, which has all of the words. */
function cut({ width, height, grey }: Scan): Scan {
  const rows = Math.round(height / 3);
  return { width, height: rows, grey: grey.subarray(0, width * rows) };
}
