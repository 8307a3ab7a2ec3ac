import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../../../src/core/text/language';
import { texts } from './texts';

describe('detectLanguage', () => {
  it.each([
    ['en', texts.englishStory],
    ['en', texts.englishNews],
    ['en', texts.englishTechnical],
    ['zh', texts.chineseStory],
    ['zh', texts.chineseTechnical],
    ['ja', texts.japanese],
    ['ko', texts.korean],
    ['de', texts.german],
    ['fr', texts.french],
    ['es', texts.spanish],
    ['ru', texts.russian],
    ['ar', texts.arabic],
    ['hi', texts.hindi],
    ['th', texts.thai],
    ['it', 'La nave partì dal porto poco dopo le sei, quando la nebbia era ancora sul mare e non si vedeva il faro.'],
    ['pt', 'O barco saiu do porto pouco depois das seis, quando a neblina ainda não tinha deixado as águas da baía.'],
    [
      'nl',
      'De veerboot vertrok kort na zes uur uit de haven, toen de mist nog over het water hing en niemand iets zag.',
    ],
    ['uk', 'Пором вийшов із гавані о шостій годині, коли туман ще лежав над водою і маяк не було видно.'],
    ['und', ''],
    ['und', '12345 -- 67'],
    ['und', 'Agnes kept a boat.'],
    ['und', 'qwrt zxcv plmk bnvc'],
    ['und', 'kWh | a | V | S\n120 | 3 | 230 | 1\n80 | 2 | 230 | 4'],
    ['und', Array.from({ length: 40 }, (_, at) => `X${String(at)}\t${String(at * 17)}\tV\tS`).join('\n')],
    [
      'en',
      `${'120 | 3 | V | S | Z\n'.repeat(9)}The dues of the port are paid by the owner of a ship that is moored for the night.`,
    ],
  ])('finds %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it('looks at the whole of a long text', () => {
    expect(detectLanguage(`${'12 | 34\n'.repeat(2000)}${texts.german.repeat(40)}`)).toBe('de');
  });

  it.each([
    ['fenced', (code: string) => `\n\n\`\`\`ts\n${code}\n\`\`\`\n\n`],
    ['preformatted', (code: string) => `\n\n${code}\n\n`],
  ])('tells the language of an article by its text, not by its %s code', (_, wrapped) => {
    const code = 'const result = await client.search({ query: "the name of it", limit: 10 });\n'.repeat(12);
    const article = Array.from({ length: 6 }, () => `这一节介绍如何查询索引，并说明结果的含义。${wrapped(code)}`);
    expect(detectLanguage(article.join(''))).toBe('zh');
  });

  it('tells the language of an article by its text where most of its letters are unmarked commands', () => {
    const code =
      'npm install search client\nclient create index name harbour field title field text\nserver start port data\n';
    const article = '先安装客户端，再创建索引，然后启动服务。';
    expect(detectLanguage(`${article}\n\n${code}\n`.repeat(6))).toBe('zh');
  });

  it('takes an English article with some Chinese names for English', () => {
    expect(detectLanguage(`${texts.englishNews} 青石港 海上灯塔`)).toBe('en');
  });

  it.each([
    ['a list of drugs with one Greek letter', 'Aspirin, Digoxin, Furosemide, Ramipril, Bisoprolol 62.5 μg', 'und'],
    [
      'names of which one is Cyrillic',
      'Anna Weir, Clara Holm, Peter Brandt, John Quist, Maria Vance, Ines Corvo, Алла',
      'und',
    ],
    ['a log with one Chinese character', 'error: socket closed, queue full, retry 5, disk 中, worker stopped', 'und'],
    ['names of which half are Cyrillic', 'Anna Weir, Clara Holm, Алла Смирнова, Ольга Петрова', 'ru'],
  ])('takes no language from few letters of a script: %s', (_, text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it('still tells something of a text that is nothing but code', () => {
    expect(detectLanguage('```\nthe name of it is not the one that was used for this\n```')).toBe('en');
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(detectLanguage(text)).toMatch(/^[a-z]{2,3}$/);
      }),
    );
  });
});
