import { expect, it } from 'vitest';
import {
  answerCutter,
  CUTS_AT_ONCE,
  PART_LIMITS,
  type AnswerPart,
  type CutAnswer,
} from '../../../../src/app/ask/answer-parts';
import type { AnswerSentence } from '../../../../src/core/search/answer/answer';
import { answerUnits } from '../../../../src/core/search/answer/answer-units';
import type { Citation } from '../../../../src/core/search/evidence/evidence';

const SENTENCE = 'The keeper of the lamp wrote each night what the harbour had seen.';

const citation = (number: number): Citation => ({
  number,
  target: { kind: 'passage', textUnitId: `u${String(number)}` },
  passages: [
    { document_id: 'd', documentTitle: 'Letters', page: null, start: number, end: number + 9, quote: 'The lamp.' },
  ],
});
const sentencesOf = (text: string): readonly AnswerSentence[] =>
  answerUnits(text).map(({ start, end }, at) => ({
    text: text.slice(start, end),
    citations: [1 + (at % 7)],
    at: { start, end },
    verdict: 'quoted',
  }));
const answerOf = (text: string) => ({
  text,
  sentences: sentencesOf(text),
  citations: [1, 2, 3, 4, 5, 6, 7].map(citation),
});
/** All parts, each call making a bounded number of them. */
function cutAll(cutter: CutAnswer, answer: Parameters<CutAnswer>[0]): readonly AnswerPart[] {
  for (let made = 0; ;) {
    const { parts, isWhole } = cutter(answer);
    if (isWhole) return parts;
    expect(parts.length).toBeGreaterThan(made);
    made = parts.length;
  }
}
const cut = (text: string): readonly AnswerPart[] => cutAll(answerCutter(), answerOf(text));
const repeated = (text: string, count: number, between = ' '): string =>
  Array.from({ length: count }, () => text).join(between);

const LONG: Readonly<Record<string, string>> = {
  'paragraphs of sentences': repeated(repeated(SENTENCE, 8), 500, '\n\n'),
  'one paragraph of sentences': repeated(SENTENCE, 4000),
  'very short sentences': repeated('So.', 4000),
  'one very long word': 'x'.repeat(3_000_000),
  'signs of two code units': '😀'.repeat(20_000),
  'a list': repeated(`- ${SENTENCE}`, 1000, '\n'),
  'lines of a list without full stops': repeated('- lamp', 4000, '\n'),
  'sentences in Chinese': repeated('守灯人每夜写下港口所见。', 4000, ''),
};

it.each(Object.entries(LONG))('cuts %s into parts of a bounded size that hold all of it', (_name, text) => {
  const parts = cut(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  for (const part of parts) {
    expect(part.text.length).toBeLessThanOrEqual(PART_LIMITS.length);
    expect(part.sentences.length).toBeLessThanOrEqual(PART_LIMITS.sentences + 1);
    expect(part.text.isWellFormed()).toBe(true);
  }
  expect(parts.flatMap(({ sentences }) => sentences)).toHaveLength(sentencesOf(text).length);
});

it('keeps a usual answer in one part, as it is', () => {
  const text = `# Lamp\n\n${repeated(SENTENCE, 12)}\n\n- one\n- two`;
  expect(cut(text)).toMatchObject([{ text, continues: false, sentences: sentencesOf(text) }]);
});

it('begins a part at a block where there is one, with the places of its own sentences', () => {
  const paragraph = repeated(SENTENCE, 8);
  const parts = cut(repeated(paragraph, 40, '\n\n'));
  expect(parts.length).toBeGreaterThan(2);
  for (const { text, sentences, continues } of parts) {
    expect(text.startsWith(SENTENCE)).toBe(true);
    expect(continues).toBe(false);
    for (const { at, text: own } of sentences) expect(text.slice(at.start, at.end)).toBe(own);
  }
});

it('opens code, and a table with its head, anew in the next part', () => {
  const code = cut(`\`\`\`js\n${repeated('let lamp = 1;', 1200, '\n')}\n\`\`\``);
  expect(code.length).toBeGreaterThan(1);
  for (const { text } of code) expect(text.startsWith('```js\n')).toBe(true);
  const table = cut(`| who | what |\n| --- | --- |\n${repeated('| Osk | kept a lamp |', 500, '\n')}`);
  expect(table.length).toBeGreaterThan(1);
  for (const { text } of table) expect(text.startsWith('| who | what |\n| --- | --- |\n| Osk')).toBe(true);
});

it('cites in each part what its sentences cite, and nothing else', () => {
  for (const { sentences, citations } of cut(LONG['one paragraph of sentences'] ?? '')) {
    const cited = sentences.flatMap((one) => one.citations);
    expect([...citations.keys()].sort()).toEqual([...new Set(cited)].sort());
  }
});

it('leaves the parts of a growing answer as they are, but for the last', () => {
  const whole = LONG['paragraphs of sentences'] ?? '';
  const cutter = answerCutter();
  let before: readonly AnswerPart[] = [];
  for (let length = 20_000; length <= 120_000; length += 2500) {
    const parts = cutAll(cutter, structuredClone(answerOf(whole.slice(0, length))));
    const changed = before.filter((part, at) => parts[at] !== part);
    expect(changed.length).toBeLessThanOrEqual(1);
    before = parts;
  }
  expect(before.length).toBeGreaterThan(10);
});

it('draws a part anew where a verdict changes, and begins anew where the answer does', () => {
  const answer = answerOf(repeated(repeated(SENTENCE, 8), 60, '\n\n'));
  const cutter = answerCutter();
  const first = cutAll(cutter, answer);
  const sentences = answer.sentences.map((one, at): AnswerSentence =>
    at === 0 ? { ...one, verdict: 'unverified' } : one,
  );
  const second = cutAll(cutter, { ...answer, sentences });
  expect(second.map((part, at) => part === first[at])).toEqual(first.map((_part, at) => at > 0));
  expect(cutAll(cutter, answerOf('Another answer.'))).toMatchObject([{ text: 'Another answer.' }]);
});

it('cuts a long answer a few parts at a time, and shows these meanwhile', () => {
  const cutter = answerCutter();
  const answer = answerOf(LONG['one very long word'] ?? '');
  const sizes = [1, 2, 3].map(() => cutter(answer).parts.length);
  expect(sizes).toEqual([CUTS_AT_ONCE, 2 * CUTS_AT_ONCE, 3 * CUTS_AT_ONCE]);
});
