import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAXIMUM_SENTENCE, sentencesOfText, splitSentences } from '../../../src/core/text/sentences';
import { hostileTexts, texts } from './texts';
import { runs } from '../../helpers/property-runs';

function sentences(text: string, language = 'en', headings: readonly number[] = []): string[] {
  const { starts, ends } = splitSentences(text, language, headings);
  return Array.from(starts, (start, n) => text.slice(start, ends[n]));
}

describe('splitSentences', () => {
  it.each<[string, string, string[]]>([
    ['en', 'It rained. We left.', ['It rained.', 'We left.']],
    ['en', 'Dr. Calloway met Mr. Brandt. They talked.', ['Dr. Calloway met Mr. Brandt.', 'They talked.']],
    ['en', 'See e.g. Brandt. J. R. Okonkwo agrees.', ['See e.g. Brandt.', 'J. R. Okonkwo agrees.']],
    ['en', 'She left the U.S. The boat sank.', ['She left the U.S.', 'The boat sank.']],
    ['en', 'The U.S. Navy came at 6 p.m. Tuesday.', ['The U.S. Navy came at 6 p.m. Tuesday.']],
    ['en', 'It cost 2.5 million. No. 4 burned.', ['It cost 2.5 million.', 'No. 4 burned.']],
    ['en', '“Is it out?” she said. “Yes!” He left.', ['“Is it out?” she said.', '“Yes!”', 'He left.']],
    ['en', 'A. I am sure. Q. The bath?', ['A. I am sure.', 'Q. The bath?']],
    ['en', 'It was in 1874. Then came war.', ['It was in 1874.', 'Then came war.']],
    ['de', 'Am 3. Mai kam z. B. Dr. Brandt. Er ging.', ['Am 3. Mai kam z. B. Dr. Brandt.', 'Er ging.']],
    ['de', 'Er wohnt Lindenstraße 9. Im Jahr 2020 zog er um.', ['Er wohnt Lindenstraße 9.', 'Im Jahr 2020 zog er um.']],
    ['de', 'Wir tagen in Raum 12. Anna kommt.', ['Wir tagen in Raum 12.', 'Anna kommt.']],
    ['de', 'Am 9. Mai und Sonntag, dem 10. Juni war Ruhe.', ['Am 9. Mai und Sonntag, dem 10. Juni war Ruhe.']],
    ['de', 'Beim 3. Lauf im 19. Jahrhundert fiel er.', ['Beim 3. Lauf im 19. Jahrhundert fiel er.']],
    ['de', 'Sie zählten 14. Die Liste fehlt.', ['Sie zählten 14.', 'Die Liste fehlt.']],
    [
      'da',
      'Han bor i Nygade 7. Det er tæt på. Den 5. maj rejser han.',
      ['Han bor i Nygade 7.', 'Det er tæt på.', 'Den 5. maj rejser han.'],
    ],
    ['es', 'Salió. ¿Por qué? Nadie sabe.', ['Salió.', '¿Por qué?', 'Nadie sabe.']],
    ['zh', '灯坏了。“又坏了一盏！”她说。走吧？', ['灯坏了。', '“又坏了一盏！”', '她说。', '走吧？']],
    ['hi', 'नाव निकली। क्या वह आई? हाँ।', ['नाव निकली।', 'क्या वह आई?', 'हाँ।']],
    ['ar', 'لماذا؟ ضحك الحارس. ذهب.', ['لماذا؟', 'ضحك الحارس.', 'ذهب.']],
  ])('cuts %s: %s', (language, text, expected) => {
    expect(sentences(text, language)).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    [
      'en',
      'Desmond Calder owns Calder Pumps Ltd. Agnes Thornbury asked him to resign.',
      ['Desmond Calder owns Calder Pumps Ltd.', 'Agnes Thornbury asked him to resign.'],
    ],
    ['en', 'He left Harrow Inc. Rupert Vance paid.', ['He left Harrow Inc.', 'Rupert Vance paid.']],
    ['en', 'It went to Harrow, Inc. Rupert Vance paid.', ['It went to Harrow, Inc.', 'Rupert Vance paid.']],
    ['en', 'It went to Harrow & Co. Rupert Vance paid.', ['It went to Harrow & Co.', 'Rupert Vance paid.']],
    ['en', 'So said Harrow plc. Agnes asked why.', ['So said Harrow plc.', 'Agnes asked why.']],
    ['en', 'So said Harrow Corp. I know it.', ['So said Harrow Corp.', 'I know it.']],
    ['en', 'So said Harrow LLC. “No,” he said.', ['So said Harrow LLC.', '“No,” he said.']],
    ['de', 'Das sagt die Harrow GmbH. Agnes fragte nach.', ['Das sagt die Harrow GmbH.', 'Agnes fragte nach.']],
    ['de', 'Das sagt die Harrow AG. Agnes fragte nach.', ['Das sagt die Harrow AG.', 'Agnes fragte nach.']],
    ['es', 'Compró Harrow S.A. Rupert pagó.', ['Compró Harrow S.A.', 'Rupert pagó.']],
    ['en', 'Smith & Co. Ltd. paid.', ['Smith & Co. Ltd. paid.']],
    ['en', 'Harrow Pty. Ltd. and Harrow Inc. sued.', ['Harrow Pty. Ltd. and Harrow Inc. sued.']],
    ['de', 'Die Harrow GmbH. & Co. KG zahlte.', ['Die Harrow GmbH. & Co. KG zahlte.']],
    ['en', 'Calder Pumps Ltd. (“Supplier”) sells.', ['Calder Pumps Ltd. (“Supplier”) sells.']],
    ['en', 'Calder Inc. CEO Desmond Calder left.', ['Calder Inc. CEO Desmond Calder left.']],
    [
      'en',
      'They met in Co. Durham and in Belmullet, Co. Mayo.',
      ['They met in Co. Durham and in Belmullet, Co. Mayo.'],
    ],
  ])('ends a sentence after a firm’s legal form before a name, in %s: %s', (language, text, expected) => {
    expect(sentences(text, language)).toEqual(expected);
  });

  it.each([
    'Verfasst von Dipl.-Ing. Wilhelm Kettler im Mai.',
    'Verfasst von Dr.-Ing. Wilhelm Kettler im Mai.',
    'Verfasst von Prof.-Dr. Wilhelm Kettler im Mai.',
    'Verfasst von Dipl. Ing. Wilhelm Kettler im Mai.',
    'Verfasst von M.Sc. Anna Kettler und B.A. Rosa Lang.',
    'Die Pumpen wurden am 12. Juli 2023 geliefert.',
    'Die Pumpen wurden am 12. Juli geliefert, am 3. Mai, 4. März.',
    'Die Pumpen wurden am 12. Oktober 2023 und am 1. April 2024 geliefert.',
    'Geliefert am 12. 7. 2023 und am 3. 4. 24 in Quillmere.',
  ])('cuts no title and no German date in two, in a text of any language: %s', (text) => {
    for (const language of ['de', 'en', 'und']) expect(sentences(text, language)).toEqual([text]);
  });

  it.each<[string, string, string[]]>([
    ['de', 'Er ist Dipl.-Ing. Der Rat kennt ihn.', ['Er ist Dipl.-Ing.', 'Der Rat kennt ihn.']],
    ['en', 'She is in room 12. April came.', ['She is in room 12.', 'April came.']],
    ['en', 'She is in room 12. Juli Kovács came.', ['She is in room 12.', 'Juli Kovács came.']],
    ['de', 'Er wohnt Lindenstraße 9. Julia kam.', ['Er wohnt Lindenstraße 9.', 'Julia kam.']],
    ['en', 'There were 45. Juli zählte nach.', ['There were 45.', 'Juli zählte nach.']],
  ])('still cuts %s: %s', (language, text, expected) => {
    expect(sentences(text, language)).toEqual(expected);
  });

  it('lets a sentence run over a hard line break', () => {
    expect(sentences('The ferry that left in the early morning\ncame back at night. All slept.')).toHaveLength(2);
  });

  it('takes blank lines, headings, list items and table rows as borders', () => {
    const text =
      '# The wells\nWater is salt\n\nno stop\n- first item\n- second item\n| a | b |\n| c | d |\nafter the table';
    expect(sentences(text)).toEqual([
      '# The wells',
      'Water is salt',
      'no stop',
      '- first item',
      '- second item',
      '| a | b |',
      '| c | d |',
      'after the table',
    ]);
  });

  it('keeps the fields of a record together', () => {
    const text = 'Name: Bilal Haddad\nRole: Conservator\nSince: 2011\n\nName: Nora Quist\nRole: Archivist';
    expect(sentences(text)).toEqual(text.split('\n\n'));
    expect(sentences('Anna: who is there\nBob: me\nAnna: oh')).toHaveLength(3);
  });

  it('lets a known heading stand alone', () => {
    const text =
      'text that ends without a stop, and goes on and on\nwells of the island\nthat were closed in the long summer';
    expect(sentences(text, 'en', [text.indexOf('wells')])[1]).toBe('wells of the island');
  });

  it('keeps a numbered item together with its number', () => {
    expect(sentences('1. Rinse the cell. Wait.\n2. Read.')).toEqual(['1. Rinse the cell.', 'Wait.', '2. Read.']);
  });

  it('cuts a megabyte without spaces into pieces of bounded length', () => {
    for (const unit of ['x', '海', '𠮷', 'ก', '.', ' .', '"']) {
      const text = unit.repeat(1_000_000 / unit.length);
      const { starts, ends } = splitSentences(text, 'und');
      expect(starts.every((start, n) => (ends[n] ?? 0) - start <= MAXIMUM_SENTENCE)).toBe(true);
      expect(starts.every((start) => !/^[\udc00-\udfff]/.test(text[start] ?? ''))).toBe(true);
    }
  });

  it('parts sentences at the marks of notes, and keeps the marks with the sentence before', () => {
    expect(sentences('The keeper left.³ Next came the flood.¹²,¹³ It rose.')).toEqual([
      'The keeper left.³',
      'Next came the flood.¹²,¹³',
      'It rose.',
    ]);
    expect(sentences('The keeper left.[3] Next came the flood.')).toEqual([
      'The keeper left.[3]',
      'Next came the flood.',
    ]);
    expect(sentences('守灯人走了。¹ 洪水来了。', 'zh')).toEqual(['守灯人走了。¹', '洪水来了。']);
  });

  it('lets each line of contents stand alone', () => {
    const text =
      'Introduction to the harbour and its lights ........ 3\nthe quays of the north and of the south . . . . . 17';
    expect(sentences(text)).toEqual(text.split('\n'));
  });

  it.each(['… 12', '... xi', '...\n12'])('splits a paragraph that ends with %j', (end) => {
    const paragraph = `The keeper wound the lamp and went down to the quay, where the boat was late. ${'It rained. '.repeat(12)}He counted the boats ${end}`;
    expect(sentences(paragraph).slice(0, 3)).toEqual([
      'The keeper wound the lamp and went down to the quay, where the boat was late.',
      'It rained.',
      'It rained.',
    ]);
  });

  it('splits a paragraph that has a number behind dots at its 800th character', () => {
    const before = `${'It rained. '.repeat(80)}`.slice(0, 795);
    expect(sentences(`${before}… 12 boats came. They left.`).length).toBeGreaterThan(70);
  });

  it('cuts each piece of a text too long by the script that it is in', () => {
    const latin = sentences(`海 ${'word '.repeat(300)}`, 'und');
    expect(latin.length).toBe(2);
    const mixed = sentences(`${'word '.repeat(160)}${'海'.repeat(700)}`, 'und');
    expect(mixed.filter((piece) => piece.startsWith('海')).every((piece) => piece.length <= 300)).toBe(true);
  });

  it.each([
    ['a line', `${'word '.repeat(110)}\n${'word '.repeat(110)}`, '\n'],
    ['a clause', `${'word '.repeat(110)}word; ${'word '.repeat(110)}`, ';'],
    ['a clause in Chinese', `${'海'.repeat(200)}；${'海'.repeat(300)}`, '；'],
  ])('cuts 1,100 characters without a full stop behind %s', (_, text, cut) => {
    const [first = '', ...rest] = sentences(text, 'und');
    expect(rest.length).toBeGreaterThan(0);
    expect(text.slice(0, text.indexOf(cut) + 1).trim()).toBe(first);
  });

  it('cuts Thai at spaces into clauses', () => {
    const found = sentences(texts.thai, 'th');
    expect(found.length).toBeGreaterThan(1);
    expect(found.every((sentence) => !/^\s|\s$/.test(sentence))).toBe(true);
  });

  const samples = [...Object.values(texts), ...Object.values(hostileTexts)];
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(fc.constantFrom(...samples, '\n', '\n\n', ' ', '. ', '。', '𠮷', '\r\n', '- ', 'Dr. '), { maxLength: 8 })
      .map((parts) => parts.join('')),
  );

  it('covers every character that is not white space, in order, trimmed', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('en', 'de', 'zh', 'th', 'und'), (text, language) => {
        const { starts, ends } = splitSentences(text, language);
        let at = 0;
        starts.forEach((start, n) => {
          const end = ends[n] ?? 0;
          expect(text.slice(at, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
          at = end;
        });
        expect(text.slice(at).trim()).toBe('');
      }),
      runs(100),
    );
  });

  it.each([
    ['prose', 'The lamp at Grey Point was lit again. '],
    ['paragraphs', 'The lamp at Grey Point was lit again.\n\n'],
    ['rows without the end of a sentence', '17,Grey Point,lamp,250\n'],
  ])('gives others their turn within long %s', (_, line) => {
    const text = line.repeat(20_000);
    let last = 0;
    for (const { done } of sentencesOfText(text, 'en')) {
      expect(done - last).toBeLessThan(50_000);
      last = done;
    }
    expect(text.length - last).toBeLessThan(50_000);
  });
});
