import { describe, expect, it, test } from 'vitest';
import { addressedSections } from '../../../src/core/retrieval/documents/addressed-sections';
import { indexedTexts } from '../../helpers/indexed-texts';
import { answerTo } from '../search/ask';

const things = ['winch', 'rope', 'lamp', 'crane', 'ferry', 'fog horn', 'net', 'anchor', 'buoy', 'slipway'];
const numbers = Array.from({ length: 40 }, (_, at) => at + 1);
const cited = (n: number): string => `Article ${1 + ((n + 6) % 40)}`;
const STATUTE = `The Port Act of Corran\n\n${numbers
  .map((n) => {
    const thing = `${things[n % 10] ?? ''} of the ${n < 20 ? 'north' : 'south'} quay`;
    return `Article ${n}\n\nThe ${thing} is in the care of keeper number ${100 + n}. Under ${cited(n)}, and only under ${cited(n)}, he may lend it. What ${cited(n)} says of fees holds for it too, and the council hears whoever objects to it within a month.`;
  })
  .join('\n\n')}`;
const NOTES = `Notes on the Port Act\n\nArticle 17 is the one that everybody cites. Article 17 was drafted in haste, and Article 17 is what the council quotes when it has nothing else to say about Article 17.`;
const HAN = ['一', '二', '三', '四', '五'];
const GESETZ = numbers
  .slice(0, 12)
  .map(
    (n) =>
      `§ ${n} Pflicht ${n}\nDer Wärter ${100 + n} hält die Lampe sauber. Er haftet nach § ${13 - n} für jeden Schaden, den er verschuldet.`,
  );
const TIAOLI = HAN.map(
  (n, at) => `第${n}条　第${at + 1}码头由看守人负责管理。依照第${HAN[4 - at] ?? ''}条的规定，他可以把绞车借给船长。`,
);
const USTAV = numbers
  .slice(0, 9)
  .map(
    (n) =>
      `Статья ${n}\nСмотритель ${100 + n} хранит лампы и журнал. Он отвечает за них согласно статье ${10 - n} этого устава.`,
  );
const NOVEL = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'].map(
  (n, at) =>
    `CHAPTER ${n}\n\n${'The ferry left late and the fog lay on the water like wool. '.repeat(12)}Keeper ${200 + at} laughed at it.`,
);
const MANUAL =
  '# Manual\n\n## 3 Care\n\nClean it.\n\n### 3.2 Oil\n\nOil it.\n\n#### 3.2.1 Winch oil\n\nThe winch takes thick oil.\n\n#### 3.2.2 Lamp oil\n\nThe lamp takes thin oil.\n';

const index = await indexedTexts({
  'act.txt': STATUTE,
  'notes.txt': NOTES,
  'gesetz.txt': GESETZ.join('\n\n'),
  'tiaoli.txt': TIAOLI.join('\n'),
  'ustav.txt': USTAV.join('\n\n'),
  'novel.txt': NOVEL.join('\n\n'),
  'manual.md': MANUAL,
});

const firstOf = async (question: string, mode: 'basic' | 'local' | 'auto') => {
  const [first] = (await answerTo(index, { question, mode })).evidence.passages;
  const marks = first?.marks.map(({ start, end }) => first.text.slice(start - first.start, end - first.start)) ?? [];
  return { heading: first?.headingPath.at(-1), marked: marks.join(' … ') };
};

describe('a heading that a question names by form and number', () => {
  test.each([
    ['Article 17', 'Article 17', 'keeper number 117'],
    ['What does Article 17 say?', 'Article 17', 'keeper number 117'],
    ['What does article 31 say about the council?', 'Article 31', 'council'],
    ['§ 12', '§ 12 Pflicht 12', 'Wärter 112'],
    ['Was steht in § 4?', '§ 4 Pflicht 4', 'Wärter 104'],
    ['第三条', '第三条', '第3码头'],
    ['第3条规定了什么？', '第三条', '第三条'],
    ['О чём говорится в статье 7?', 'Статья 7', 'Смотритель 107'],
    ['Chapter IX', 'CHAPTER IX', 'ferry'],
    ['What happens in chapter 9?', 'CHAPTER IX', 'ferry'],
    ['What happens in chapter ix?', 'CHAPTER IX', 'ferry'],
    ['section 3.2.1', '3.2.1 Winch oil', 'thick oil'],
  ])('comes first for %j', async (question, heading, words) => {
    for (const mode of ['basic', 'local'] as const) {
      const first = await firstOf(question, mode);
      expect(first.heading).toBe(heading);
      expect(first.marked).toContain(words);
    }
  });

  it('is what Auto shows first, too', async () => {
    expect((await firstOf('Article 17', 'auto')).heading).toBe('Article 17');
  });

  it('has the words around it as its passage, which begins where the section does or above it', () => {
    const [section] = addressedSections(index, 'Article 17');
    const document = index.documents.get(section?.documentId ?? '');
    expect(document?.text.slice(section?.start, section?.end)).toMatch(/^Article 17\n\nThe [^\n]+month\.\s+$/u);
  });

  test.each([
    'Who keeps the winch?',
    'Article 99',
    'What happened on 17 May?',
    'Did I see the ferry?',
    'Room 17',
    'keeper number 117',
    '',
  ])('is none in %j', (question) => {
    expect(addressedSections(index, question)).toEqual([]);
  });
});
