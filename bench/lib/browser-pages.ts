import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser';

/** A text and its language as BCP 47 has it. */
interface PrintedText {
  readonly text: string;
  readonly tag: string;
  /** Size of its letters; 11 by default. */
  readonly points?: number;
}

/** PDFs of one A4 page each, set by a browser in the fonts of this machine: a heading, then a paragraph for each line. */
export async function printInBrowser(texts: readonly PrintedText[]): Promise<Uint8Array[]> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const printed: Uint8Array[] = [];
    for (const text of texts) {
      await page.setContent(htmlOf(text));
      printed.push(await page.pdf({ format: 'A4' }));
    }
    return printed;
  } finally {
    await browser.close();
  }
}

function htmlOf({ text, tag, points = 11 }: PrintedText): string {
  const [heading = '', ...paragraphs] = text.trim().split('\n');
  const { script = '' } = new Intl.Locale(tag).maximize();
  const direction = ['Arab', 'Hebr'].includes(script) ? 'rtl' : 'ltr';
  const style = `margin: 22mm; font: ${String(points)}pt/1.5 'Noto Serif', 'Noto Serif CJK SC', serif`;
  const body = [`<h1 style="font-size: 17pt">${heading}</h1>`, ...paragraphs.map((words) => `<p>${words}</p>`)];
  return `<!doctype html><html lang="${tag}" dir="${direction}"><body style="${style}">${body.join('')}</body></html>`;
}
