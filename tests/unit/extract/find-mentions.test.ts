import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMentionFinder, createMentionFinders } from '../../../src/core/extract/find-mentions';
import { hostileTexts, texts } from '../text/texts';
import { mentionsOf } from './mentions-of';
import { runs } from '../../helpers/property-runs';

async function titles(text: string, language: string, phrase?: string): Promise<string[]> {
  const found = await mentionsOf(text, language);
  return found.filter((mention) => phrase === undefined || mention.phrase === phrase).map((mention) => mention.title);
}

async function typeOf(text: string, title: string, language = 'en'): Promise<string | undefined> {
  return (await mentionsOf(text, language)).find((mention) => mention.title === title)?.type;
}

describe('English mentions', () => {
  it('finds names without their honorifics, articles and generic adjectives', async () => {
    expect(await titles(texts.englishStory, 'en', 'proper')).toEqual(
      expect.arrayContaining([
        'Port Ellery',
        'Ines Calloway',
        'Matthias Brandt',
        'Gull Island',
        'Harbour Board',
        'Brandt',
      ]),
    );
  });

  it('finds the same in a text whatever was read before it', async () => {
    const sentences = ["The server's log directory is large."];
    const [used, fresh] = [await createMentionFinder('en'), await createMentionFinder('en')];
    used({ language: 'en', sentences: ["It is the server's: nobody else's!", "The directory's..."] });
    expect(used({ language: 'en', sentences })).toEqual(fresh({ language: 'en', sentences }));
    expect(await titles(sentences.join(' '), 'en')).toContain('log directory');
  });

  it('reads on where initials without a space open sentence after sentence', async () => {
    const found = await titles('A.B\n\nA.C\n\nA.D\n\nTom met Ada Byron.', 'en', 'proper');
    expect(found).toContain('Ada Byron');
  });

  it('keeps names with letters that English does not have whole, as they are written', async () => {
    const found = await titles('Ivan Barić met Jiří Novák. Łukasz Żak wrote to both.', 'en', 'proper');
    expect(found).toEqual(['Ivan Barić', 'Jiří Novák', 'Łukasz Żak']);
  });

  it('keeps inner apostrophes, hyphens and small connectors', async () => {
    const found = await titles(
      "We met Mary O'Brien of Saxe-Coburg at St. Brendan's Hall and the Museum of the Sea.",
      'en',
      'proper',
    );
    expect(found).toContain("St. Brendan's Hall");
    expect(found).toContain('Museum of the Sea');
    expect(found.some((title) => title.includes("O'Brien"))).toBe(true);
    expect(found.some((title) => title.includes('Saxe-Coburg'))).toBe(true);
  });

  it('lets no name run over the end of a sentence, also where that is a firm’s legal form', async () => {
    const text =
      'Desmond Calder owns Calder Pumps Ltd. Agnes Thornbury asked him to resign. Then Harrow Inc. Rupert Vance met her.';
    const found = await titles(text, 'en', 'proper');
    expect(found).toEqual(
      expect.arrayContaining(['Desmond Calder', 'Calder Pumps Ltd', 'Agnes Thornbury', 'Rupert Vance']),
    );
    expect(found.filter((title) => /(?:Ltd|Inc)\b.+/u.test(title))).toEqual([]);
  });

  it('ends a name at a possessive', async () => {
    expect(await titles('The council read Lucia Ferrante’s letter.', 'en', 'proper')).toEqual(['Lucia Ferrante']);
  });

  it('leaves dates, numbers, addresses and code out', async () => {
    const text =
      'On Monday 3 March 2019 at 6:30 write to me@example.org or https://example.org/Harbour/Board and run `ReadAll()`.';
    expect(await titles(text, 'en')).toEqual([]);
  });

  it('makes compounds of at most four words that end in a noun', async () => {
    const found = await titles(
      'The very old water treatment plant safety inspection report was lost.',
      'en',
      'compound',
    );
    expect(found).toHaveLength(1);
    expect(found[0]?.split(' ').length).toBeLessThanOrEqual(4);
  });

  it('takes a capital at the start of a sentence for a name only if it is one elsewhere', async () => {
    const found = await titles('Lamps were lit. We saw lamps. Brandt left. Then Brandt came back.', 'en', 'proper');
    expect(found).toEqual(['Brandt', 'Brandt']);
  });

  it('takes a first word for a name when a verb of people, a given name or more of a name tells so', async () => {
    const text =
      'Minchin said so. Anna left. Harriet Oakshott came. Smear the gel. Low yield is common. Late fees rose.';
    expect(await titles(text, 'en', 'proper')).toEqual(['Minchin', 'Anna', 'Harriet Oakshott']);
  });

  it('leaves out the letters of speakers, the labels of fields and titles without a name', async () => {
    const talk =
      'Q. Water or wine?\n\nA. Water, sir.\n\nQ. And when?\n\nA. I forget.\n\nQ. The truth?\n\nA. That is it.';
    expect(await titles(talk, 'en', 'proper')).toEqual([]);
    const table = [1, 2, 3].map((n) => `payee: Tom Okafor\nhead: Works\nfolio: ${n}`).join('\n\n');
    const found = await titles(table, 'en');
    expect(found).toContain('Tom Okafor');
    expect(found).not.toEqual(expect.arrayContaining([expect.stringMatching(/payee|head|folio/)]));
    expect(await titles('She became Professor of Greek.', 'en', 'proper')).toEqual(['Greek']);
  });

  it('keeps people who speak under their names', async () => {
    const talk = ['Anna: are you there', 'Bob: yes', 'Anna: good', 'Bob: ok', 'Anna: bye'].join('\n');
    expect(await titles(talk, 'en', 'proper')).toEqual(['Anna', 'Bob', 'Anna', 'Bob', 'Anna']);
  });

  it('knows a given name in a heading by the surname that running text gives', async () => {
    const text = 'Wrenna Holroyd to Ada Pell\n\nYou wrote to Ms. Holroyd about the water and I have read it since.';
    expect(await titles(text, 'en', 'proper')).toContain('Wrenna Holroyd');
  });

  it('never joins words over a line break', async () => {
    expect(
      await titles('They sailed from Gull\nIsland Harbour to the south of the long coast.', 'en', 'proper'),
    ).not.toContain('Gull Island Harbour');
  });

  it.each([
    ['Then Dr. Ines Calloway came.', 'Ines Calloway', 'person'],
    ['The letter of Lucia Ferrante was read.', 'Lucia Ferrante', 'person'],
    ['It was sent to the Coastal Water Institute.', 'Coastal Water Institute', 'organization'],
    ['They paid the University of Ellery.', 'University of Ellery', 'organization'],
    ['He lives on Quay Street.', 'Quay Street', 'place'],
    ['We like the Blue Lantern.', 'Blue Lantern', 'concept'],
    ['Every pilgrim drank from the Lady Well.', 'Lady Well', 'place'],
    ['Everybody knows Lady Astwick by sight.', 'Lady Astwick', 'person'],
    ['It was opposed by the Friends of Elm Road.', 'Friends of Elm Road', 'organization'],
    ['The wall was built by Moss & Gillow in a year.', 'Moss & Gillow', 'organization'],
    ['They asked Alan Dube of Marston University about it.', 'Alan Dube', 'person'],
    ['They asked Alan Dube of Marston University about it.', 'Marston University', 'organization'],
    ['We use the Port Congestion Dashboard.', 'Port Congestion Dashboard', 'concept'],
    ['The letter went to H. Castell at once.', 'H. Castell', 'person'],
    ['She slept in Marston. Nobody stays in Marston.', 'Marston', 'place'],
  ])('in “%s” types %s as %s', async (text, title, type) => {
    expect(await typeOf(text, title)).toBe(type);
  });

  it.each([
    ['Then Vincent van der Berg came to Varde.', 'Vincent van der Berg'],
    ['Then Oscar de la Cruz came.', 'Oscar de la Cruz'],
    ['They met Ursula von der Heide there.', 'Ursula von der Heide'],
    ['They asked Omar al-Said to leave.', 'Omar al-Said'],
    ['They asked Abdul bin Rashid and nobody else.', 'Abdul bin Rashid'],
    ['They thanked Peter ten Brink for it.', 'Peter ten Brink'],
    ['They burned Jean d’Arc for it.', 'Jean d’Arc'],
    ['Varde saw the Berg\u2011Holm Works.', 'Berg\u2011Holm Works'],
    ['Harbour Company’s clerk wrote. We paid the Harbour Company’s clerk.', 'Harbour Company'],
    ['New York Times reporters came. They read the New York Times.', 'New York Times'],
  ])('in “%s” keeps %s whole', async (text, title) => {
    const found = (await titles(text, 'en', 'proper')).filter((one) => one !== 'Varde');
    expect(new Set(found)).toEqual(new Set([title]));
  });

  it('keeps names that are spelt like function words, where nothing else explains their capitals', async () => {
    const text =
      'The WHO was founded in 1948. It is run by IT staff. They asked the US for help. ' +
      'Nobody heard The Who in that year. Then Will came. What I said, they will not do.';
    expect(await titles(text, 'en', 'proper')).toEqual(['WHO', 'IT', 'US', 'The Who', 'Will']);
  });

  it('takes headings, labels of parts, units and trailers for no names', async () => {
    const text =
      'Executive Summary\n\nKey Findings\n\nMeet Ines at six. As Article 5 and Article 6 say, and Chapter IX and Chapter X. ' +
      'It takes 40 Kib of it. The summary of key findings is short.\n\nAcked-by: Ines';
    const found = await titles(text, 'en', 'proper');
    expect(new Set(found)).toEqual(new Set(['Ines']));
  });

  it('knows kings from chapters, and makers from articles', async () => {
    const text = 'They wrote of Henry VIII and Henry II. We flew with a Boeing 747, then a Boeing 737.';
    expect(await titles(text, 'en', 'proper')).toEqual(['Henry VIII', 'Henry II', 'Boeing', 'Boeing']);
  });

  it.each([
    ['It says so in Convention and in RewriteMap. The convention is old.', 'Convention'],
    ['It says so in Convention and in RewriteMap. The convention is old.', 'RewriteMap'],
    ['We saw it in Cases of Impeachment, and in other cases of impeachment.', 'Cases of Impeachment'],
    ['The court in D.C. said so, and D.C. Cir. did.', 'D.C. Cir'],
    ['They asked Sandra Whitlow.', 'Sandra Whitlow'],
    ['The WHO said so.', 'WHO'],
  ])('in “%s” finds no place in %s', async (text, title) => {
    const type = await typeOf(text, title);
    expect(type).not.toBe('place');
    if (title !== 'Sandra Whitlow') expect(type).not.toBe('person');
  });

  it('takes one word that keeps acting for a person, and one that things are in for a place', async () => {
    const tale = [
      'Tibbot had never liked the ferry.',
      'The boat for Sandmere leaves at six.',
      'When they called, Tibbot pretended to sleep.',
      'Nobody in Sandmere was ever on time.',
      'Sandmere was empty, and they looked for Tibbot.',
      'Tibbot turned over.',
    ].join(' ');
    expect(await typeOf(tale, 'Tibbot')).toBe('person');
    expect(await typeOf(tale, 'Sandmere')).toBe('place');
  });

  it('types a surname alone like the full name', async () => {
    expect(await typeOf('We met Lucia Ferrante. Then Ferrante, as ever, left.', 'Ferrante')).toBe('person');
  });

  it('merges plural, possessive and article in the key but not in the title', async () => {
    const found = await mentionsOf('The lamp failed. Many lamps failed. The Harbour Boards met Mr. Jones.', 'en');
    expect(found.filter(({ key }) => key === 'lamp').map(({ title }) => title)).toEqual(['lamp', 'lamps']);
    expect(found.map(({ title }) => title)).toContain('Jones');
  });
});

describe('mentions in other languages', () => {
  it('merges Chinese splinters that keep appearing together', async () => {
    expect(await titles(texts.chineseTechnical, 'zh')).toContain('知识图谱');
  });

  it('finds Chinese personal names that recur or stand beside a title', async () => {
    expect(await titles(texts.chineseStory, 'zh', 'proper')).toContain('林晓云');
    expect(await typeOf(texts.chineseNews, '李秀兰', 'zh')).toBe('person');
    expect(await typeOf(texts.chineseNews, '王建国', 'zh')).toBe('person');
  });

  it('finds Japanese names before a polite suffix', async () => {
    expect(await titles(texts.japanese, 'ja', 'proper')).toEqual(expect.arrayContaining(['山田', '佐々木']));
  });

  it('takes German names of several words for names and single nouns for nouns', async () => {
    expect(await titles(texts.german, 'de', 'proper')).toContain('Helene Brandt');
    expect(await titles(texts.german, 'de', 'common')).toEqual(expect.arrayContaining(['Brunnen', 'Hafenbehörde']));
  });

  it('finds capitalised names in Russian, French and Spanish', async () => {
    expect(await titles(texts.russian, 'ru')).toContain('Елена Соколова');
    expect(await titles(texts.french, 'fr')).toContain('Élodie Garnier');
    expect(await titles(texts.spanish, 'es')).toEqual(expect.arrayContaining(['Puerto Gaviota', 'Junta del Puerto']));
  });

  it('tells people of a tale by how they act, in French, Spanish and German', async () => {
    const french =
      'Passepartout ne répondit pas. Quand le vapeur partit, Passepartout dormait. On attendait à Suez. ' +
      'Alors, Passepartout descendit et Fix suivit Passepartout.';
    expect(await typeOf(french, 'Passepartout', 'fr')).toBe('person');
    const spanish = 'Macario no quería. Llovía, y Macario temía la lluvia. Macario suspiró. Luego, Macario rezaba.';
    expect(await typeOf(spanish, 'Macario', 'es')).toBe('person');
    const german =
      'Leberecht öffnete die Tür. Dann lief Leberecht hinaus. Die Tür blieb offen. Leberecht rief laut, ' +
      'und die Tür schlug zu. Leberecht fror. Tür und Tor standen offen.';
    expect(await typeOf(german, 'Leberecht', 'de')).toBe('person');
    expect(await titles(german, 'de', 'proper')).not.toContain('Tür');
  });

  it('keeps particles in names, and parts nouns that they join in German', async () => {
    expect(await titles('Hier kam Ursula von der Heide mit einer Anzahl von Briefen.', 'de', 'proper')).toEqual([
      'Ursula von der Heide',
    ]);
    expect(await titles('Entonces habló Carmen de los Ríos con Blas y Ana.', 'es', 'proper')).toEqual([
      'Carmen de los Ríos',
      'Blas',
      'Ana',
    ]);
    expect(await titles('Alors parla Bérengère d’Alençay à Le Guennec, et l’Office.', 'fr', 'proper')).toEqual([
      'Bérengère d’Alençay',
      'Le Guennec',
      'Office',
    ]);
  });

  it('takes labels of parts for no names in any language', async () => {
    expect(await titles('Selon l’Article 12, et l’Article 13, il paie Fix.', 'fr', 'proper')).toEqual(['Fix']);
    const contents = 'Capítulo I Método .... 2\n\nCapítulo II Resultados .... 7\n\nEn el Capítulo II habla Macario.';
    expect(await titles(contents, 'es', 'proper')).toEqual(['Macario']);
  });

  it('finds names after a title in Arabic and Hindi, and before one in Korean', async () => {
    expect(await typeOf(texts.arabic, 'ليلى منصور', 'ar')).toBe('person');
    expect(await typeOf(texts.hindi, 'मीरा जोशी', 'hi')).toBe('person');
    expect(await typeOf(texts.korean, '김서연', 'ko')).toBe('person');
  });

  it('finds recurring words in Thai', async () => {
    expect(await titles(texts.thai, 'th')).toContain('ประภาคาร');
  });
});

describe('any finder', () => {
  const languages = ['en', 'de', 'zh', 'ja', 'ko', 'th', 'ar', 'hi', 'ru', 'und'];

  it('gives spans of the sentences, in order, without overlap or line break, whatever the text', async () => {
    const finders = await Promise.all(languages.map(createMentionFinder));
    const sentence = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.constantFrom(...Object.values(texts), ...Object.values(hostileTexts).filter((text) => text !== '')),
    );
    const property = fc.property(fc.array(sentence, { maxLength: 6 }), fc.nat(languages.length - 1), (sentences, n) => {
      const find = finders[n];
      const result = find?.({ language: languages[n] ?? 'und', sentences });
      let [last, end] = [0, 0];
      result?.sentence.forEach((index, m) => {
        const [start, stop] = [result.start[m] ?? -1, result.end[m] ?? -1];
        expect(index).toBeGreaterThanOrEqual(last);
        if (index > last) end = 0;
        expect(start).toBeGreaterThanOrEqual(end);
        const text = sentences[index]?.slice(start, stop) ?? '';
        expect(text.length).toBe(stop - start);
        expect(text).toBe(text.trim());
        expect(text).not.toMatch(/\n/);
        expect(result.titles[result.title[m] ?? -1]?.key).toBeTruthy();
        [last, end] = [index, stop];
      });
    });
    fc.assert(property, runs(60));
  });

  it('finds the same again in a second batch', async () => {
    const find = await createMentionFinder('en');
    const batch = { language: 'en', sentences: [texts.englishNews] };
    expect(find(batch)).toEqual(find(batch));
  });

  it('reads Latin text of no known language as English', async () => {
    const sentences = ['weir repaired', 'Dry spring', 'Anna Weber'];
    const finders = createMentionFinders();
    const found = await finders.find({ language: 'und', sentences }, {});
    expect(found).toEqual(await finders.find({ language: 'en', sentences }, {}));
  });

  it('serves all languages through one port and stops when aborted', async () => {
    const finders = createMentionFinders();
    const batch = { language: 'zh', sentences: [texts.chineseTechnical] };
    expect((await finders.find(batch, {})).titles.length).toBeGreaterThan(5);
    await expect(finders.find(batch, { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
