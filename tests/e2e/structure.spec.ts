import { expect, test } from '@playwright/test';
import { addFiles, answer, ask, library, openPassage, passages, ready, textFile } from '../helpers/page-steps';

const THINGS = ['winch', 'rope', 'lamp', 'crane', 'ferry', 'horn', 'net', 'anchor', 'buoy', 'slipway'];
const NUMBERS = Array.from({ length: 40 }, (_, at) => at + 1);

/** An act in plain text: forty articles that cite each other, below their contents. */
const ACT = [
  'The Port Act of Corran',
  NUMBERS.map((n) => `Article ${n} The ${THINGS[n % 10] ?? ''} of quay ${n}`).join('\n'),
  ...NUMBERS.map((n) => {
    const other = `Article ${1 + ((n + 6) % 40)}`;
    const thing = THINGS[n % 10] ?? '';
    return `Article ${n} The ${thing} of quay ${n}\n\nThe ${thing} is in the care of keeper ${100 + n}. Under ${other} he may lend it to a captain. What ${other} says of fees holds for the ${thing} too, and the council hears whoever objects within a month.`;
  }),
].join('\n\n');
const LETTER = `A letter on the act

Article 17 is the one that everybody cites. Article 17 was drafted in haste, and the council quotes Article 17 when it has nothing else to say.`;
const GESETZ = NUMBERS.slice(0, 14)
  .map((n) => `§ ${n} Pflicht\n\nDer Wärter ${200 + n} hält die Lampe sauber. Er haftet für jeden Schaden am Kai.`)
  .join('\n\n');
const TIAOLI = ['一', '二', '三', '四', '五']
  .map((n, at) => `第${n}条　第${at + 1}码头由看守人负责管理。看守人可以把绞车借给船长。`)
  .join('\n');

test('an article that a question names opens first, ahead of what cites it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('./');
  await addFiles(
    page,
    textFile('act.txt', ACT),
    textFile('letter.txt', LETTER),
    textFile('gesetz.txt', GESETZ),
    textFile('tiaoli.txt', TIAOLI),
  );
  await ready(page);
  await expect(library(page)).toContainText('The Port Act of Corran');
  for (const [question, mode, heading, words] of [
    ['Article 17', 'Auto', 'Article 17 The anchor of quay 17', 'keeper 117'],
    ['What does Article 31 say?', 'Basic', 'Article 31 The rope of quay 31', 'keeper 131'],
    ['§ 12', 'Local', '§ 12 Pflicht', 'Wärter 212'],
    ['第三条', 'Auto', '第三条', '第3码头'],
  ] as const) {
    await ask(page, question, mode);
    const first = passages(page).first();
    await expect(first).toContainText(heading);
    await expect(first.locator('mark').first()).toContainText(words);
    await test.info().attach(question, { body: await page.screenshot(), contentType: 'image/png' });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(answer(page)).toBeVisible();
  await test.info().attach('narrow', { body: await page.screenshot(), contentType: 'image/png' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await ask(page, 'Article 17', 'Basic');
  await openPassage(page);
  await expect(page.getByRole('heading', { name: 'Article 17 The anchor of quay 17', exact: true })).toBeVisible();
  await test.info().attach('opened', { body: await page.screenshot(), contentType: 'image/png' });
});
