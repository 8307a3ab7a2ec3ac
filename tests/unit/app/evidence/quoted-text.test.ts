import { expect, test } from 'vitest';
import { markdownSigns, quotedText } from '../../../../src/app/evidence/quoted-text';

const CASES: readonly (readonly [raw: string, read: string])[] = [
  ['- The sluice was closed at nine.', 'The sluice was closed at nine.'],
  ['* one\n* two', 'one\n• two'],
  ['Bring:\n  - a lamp\n  + rope', 'Bring:\n• a lamp\n• rope'],
  ['1. Open the gate.\n2. Wait.', '1. Open the gate.\n2. Wait.'],
  ['## Pumps\nTwo of them run.', 'Pumps\nTwo of them run.'],
  ['# Title: Pumps ## Author: Lorne', 'Title: Pumps Author: Lorne'],
  ['Pump # 4 and C## stay', 'Pump # 4 and C## stay'],
  ['See [the manual](https://example.org/a_(b).html "Manual") first.', 'See the manual first.'],
  ['[![built](badge.svg)](https://example.org/ci) since May', 'built since May'],
  ['![A gate](img/gate.png)', 'A gate'],
  ['Write to <mailto:keeper@example.org>.', 'Write to mailto:keeper@example.org.'],
  ['**Never** open [it](#gate) and **[this](x/y)**.', 'Never open it and this.'],
  ['| Pump | 12 l/s |', 'Pump · 12 l/s'],
  [
    'As Smith [12] (p. 4) has it, 2 * 3 * 4 and a[i](x) stay.',
    'As Smith [12] (p. 4) has it, 2 * 3 * 4 and a[i](x) stay.',
  ],
  ['10 - 4 is 6', '10 - 4 is 6'],
  ['参见[手册](docs/manual.md)。', '参见手册。'],
];

for (const [raw, read] of CASES) {
  test(`${JSON.stringify(raw)} is read as ${JSON.stringify(read)}`, () => {
    expect(quotedText(raw)).toBe(read);
  });
}

test('signs are told by their places, in order and apart', () => {
  const text = 'a **[b](c.md)** d';
  expect(markdownSigns(text).map(({ start, end }) => text.slice(start, end))).toEqual(['**', '[', '](c.md)', '**']);
});

test('a long text of open brackets and stars takes no time', () => {
  const from = performance.now();
  for (const sign of ['[', '![', '**a', '<https://', '[a](b']) markdownSigns(sign.repeat(4000));
  expect(performance.now() - from).toBeLessThan(2000);
});
