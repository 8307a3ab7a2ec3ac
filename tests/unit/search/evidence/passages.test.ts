import { RUN_MODES, type RunMode } from '../../../../src/core/search/request/mode-names';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchIndex } from '../../../../src/core/retrieval';
import type { Evidence, PassageEvidence } from '../../../../src/core/search/evidence/evidence';
import { indexedTexts } from '../../../helpers/indexed-texts';
import { answerTo, indexOf } from '../ask';
import { randomWorld } from '../context/random-world';
import { runs } from '../../../helpers/property-runs';

const LEASE = `# Lease of the Boat House

The boat house stands below the weir. It is let with its winch and its two oak benches.

## 2. Deposit

The tenant pays a deposit of £300 before the first day. It is paid back when the keys are returned.

## 3. Duties of the tenant

The tenant shall:

(a) keep the slipway free of weed;
(b) oil the winch before the first of May;
(c) report every flood to the council.

## 4. Prices

| Fitting | State | Price |
| --- | --- | --- |
| Copper stove | dented | £40 |
| Oak bench | sound | £15 |
| Iron winch | rusted | £95 |
`;
const LETTER = `The weir was raised in 1931 by the firm of Hart and Lowe, who had built the lock.

The keeper of the weir, Anselm Orme, wrote down every flood. He counted eleven floods in one winter and rowed his goat to the chapel each time.`;
const GERMAN = `Das Wehr wurde 1931 von der Firma Hart und Lowe erhöht. Der Wärter des Wehrs, Anselm Orme, schrieb jedes Hochwasser auf. In einem Winter zählte er elf Hochwasser.`;

const index = await indexedTexts({
  'lease.md': LEASE,
  'letter.txt': LETTER,
  'copy.txt': `${LETTER}\n`,
  'wehr.txt': GERMAN,
});

const passagesFor = async (question: string, on: SearchIndex = index, mode: RunMode = 'basic') =>
  (await answerTo(on, { question, mode })).evidence.passages;
const wordsOf = ({ text, start }: PassageEvidence, range: { readonly start: number; readonly end: number }): string =>
  text.slice(range.start - start, range.end - start);
const marked = (one: PassageEvidence | undefined): string =>
  one ? one.marks.map((mark) => wordsOf(one, mark)).join(' … ') : '';

/** Checks a passage, whatever the documents contain. */
function expectSound(on: SearchIndex, passage: PassageEvidence): void {
  const { documentId, text, start, end, marks, best, focus, score } = passage;
  expect(on.documents.get(documentId)?.text.slice(start, end)).toBe(text);
  expect(focus.start).toBeGreaterThanOrEqual(start);
  expect(focus.end).toBeLessThanOrEqual(end);
  expect(focus.end).toBeGreaterThan(focus.start);
  expect(marks.length).toBeLessThanOrEqual(3);
  if (marks.length > 0) expect(marks).toContainEqual(best);
  let from = focus.start;
  for (const mark of marks) {
    expect(mark.start).toBeGreaterThanOrEqual(from);
    expect(mark.end).toBeGreaterThan(mark.start);
    from = mark.end;
  }
  expect(from).toBeLessThanOrEqual(focus.end);
  expect(score).toBeGreaterThanOrEqual(0);
  expect(score).toBeLessThanOrEqual(1);
}

const RULES = `BY-LAW OF THE WEIR

Article 1 – Passage

A boat above six tons shall wait for the keeper.

Article 2 – Fines

Who passes the weir at night pays ten crowns.

“Whose goat is it?” asked the judge.

“It is the keeper’s,” said the clerk.
`;

describe('a short paragraph', () => {
  const rules = indexedTexts({ 'rules.txt': RULES });

  it('is shown with the one below it, which answers it', async () => {
    const [first] = await passagesFor('Whose goat is it?', await rules);
    expect(first && wordsOf(first, first.focus)).toContain('It is the keeper’s');
  });

  it('that is a heading of plain text is shown with what stands below it', async () => {
    const [first] = await passagesFor('fines', await rules);
    expect(first && wordsOf(first, first.focus)).toContain('ten crowns');
  });

  it('of a list is marked where it answers', async () => {
    const list = 'The rules of the house follow below.\n\n- Deposit: 900 euros\n\n- Keys: two\n';
    const [first] = await passagesFor('How much is the deposit?', await indexedTexts({ 'house.txt': list }));
    expect(marked(first)).toContain('900 euros');
  });
});

describe('two text units of one paragraph', () => {
  it('both stand where each has marks of its own', async () => {
    const filler = (about: string) =>
      Array.from({ length: 18 }, (_, at) => `The ${about} had its ${at}th quiet year.`).join(' ');
    const text = `${filler('farm')} The dam was opposed by the farmers. ${filler('mill')} The dam was built by Moss and Gillow. ${filler('inn')}`;
    const passages = await passagesFor(
      'Who opposed the dam and who built the dam?',
      await indexedTexts({ 'dam.txt': text }),
    );
    const shown = passages.map((one) => wordsOf(one, one.focus)).join(' ');
    expect(shown).toContain('opposed by the farmers');
    expect(shown).toContain('built by Moss and Gillow');
  });
});

describe('a place that two text units share', () => {
  it('is shown once', async () => {
    const years = Array.from({ length: 300 }, (_, at) => `In the year ${1600 + at} the ferry made ${at} trips.`);
    const on = await indexedTexts({ 'ferry.txt': years.join(' ') });
    const [one, other] = on.tables.textUnits;
    const shared = one && other ? (on.tables.documents[0]?.text.slice(other.start, one.end) ?? '') : '';
    const year = /year (\d{4})/u.exec(shared)?.[1] ?? '';
    expect(year).not.toBe('');
    const passages = await passagesFor(`What of the year ${year}?`, on);
    expect(passages.filter((found) => wordsOf(found, found.focus).includes(year))).toHaveLength(1);
  });
});

describe('a book in two editions', () => {
  const chapters = Array.from({ length: 60 }, (_, at) => {
    const animal = ['naïve heron', 'grey otter', 'old beaver', 'café cat'][at % 4] ?? '';
    return `Chapter ${at} tells of the ${animal} that crossed weir ${at} in the year ${1700 + at}. Nobody of ward ${at * 7} saw it leave pond ${at * 3} before dawn.`;
  });
  const plain = chapters.join('\n\n').replaceAll('ï', 'i').replaceAll('é', 'e');
  const marked = `A preface that only this edition has, about ferries and lamps. ${'The ferry went. '.repeat(20)}\n\n${chapters.join('¹\n\n')}`;

  it('is shown once, though the editions are cut into passages at other places', async () => {
    const on = await indexedTexts({ 'plain.txt': plain, 'marked.txt': marked });
    for (const at of [7, 23, 41, 58]) {
      const passages = await passagesFor(`What crossed weir ${at} in the year ${1700 + at}?`, on);
      const own = passages.filter((one) => wordsOf(one, one.focus).includes(`crossed weir ${at} `));
      expect(own).toHaveLength(1);
      expect(own[0]?.duplicates.map(({ documentTitle }) => documentTitle).join(' ')).toMatch(
        own[0]?.documentTitle.startsWith('plain') ? /marked/u : /plain/u,
      );
    }
  });

  it('is shown twice where only a sentence is the same', async () => {
    const filler = (about: string) => Array.from({ length: 9 }, (_, at) => `The ${about} had year ${at}.`).join(' ');
    const same = 'The dam was built by Moss and Gillow in the spring.';
    const on = await indexedTexts({
      'farm.txt': `${filler('farm')} ${same} ${filler('barn')}`,
      'mill.txt': `${filler('mill')} ${same} ${filler('loft')}`,
    });
    const passages = await passagesFor('Who built the dam?', on);
    expect(passages.filter(({ text }) => text.includes('Gillow'))).toHaveLength(2);
  });
});

describe('a passage', () => {
  it('is marked where it answers', async () => {
    const [first] = await passagesFor('How much is the deposit?');
    expect(marked(first)).toContain('The tenant pays a deposit of £300');
  });

  it('shows its heading as a place and never marks it', async () => {
    const [first] = await passagesFor('How much is the deposit?');
    expect(first?.headingPath[0]).toBe('Lease of the Boat House');
    expect(marked(first)).not.toMatch(/Boat House|2\.|^Deposit/u);
  });

  it('over several sections says where each begins, with the headings above it', async () => {
    const [first] = await passagesFor('How much is the deposit?');
    const sections = first?.sections ?? [];
    expect(sections.map(({ path }) => path.at(-1)).slice(-3)).toEqual([
      '2. Deposit',
      '3. Duties of the tenant',
      '4. Prices',
    ]);
    expect(first && sections.slice(-3).map((section) => wordsOf(first, section))).toEqual([
      '## 2. Deposit',
      '## 3. Duties of the tenant',
      '## 4. Prices',
    ]);
    const [letter] = await passagesFor('How many floods did Anselm Orme count?');
    expect(letter?.sections).toBeUndefined();
  });

  it('of a table row has the head of its table above it', async () => {
    const [first] = await passagesFor('What is the price of the copper stove?');
    expect(marked(first)).toContain('| Copper stove | dented | £40 |');
    expect(first && [first.head, wordsOf(first, first.focus)].join('\n')).toContain('| Fitting | State | Price |');
  });

  it('marks no row that has none of the words of the question, whatever its head and its neighbours have', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, at) => `${String(at)},${at === 41 ? 'Brass lamp' : 'Ladder'},£${String(at)}`,
    );
    const on = await indexedTexts({ 'fittings.csv': `number,fitting,price\n${rows.join('\n')}` });
    const passages = await passagesFor('What is the price of the brass lamp?', on);
    expect(marked(passages[0])).toContain('fitting: Brass lamp');
    expect(passages.flatMap(({ marks }) => marks)).toHaveLength(1);
    const table = await passagesFor('What is the price of the copper stove?');
    expect(table.map(marked).join()).not.toContain('Oak bench');
  });

  it('of a lettered clause has the line that opens its list', async () => {
    const [first] = await passagesFor('Who has to oil the winch before May?');
    expect(marked(first)).toContain('oil the winch');
    expect(first && [first.head, wordsOf(first, first.focus)].join('\n')).toContain('The tenant shall:');
  });

  it('that stands in two documents is shown once, with both places', async () => {
    const passages = await passagesFor('How many floods did Anselm Orme count in one winter?');
    const own = passages.filter(({ text }) => text.includes('eleven floods'));
    expect(own).toHaveLength(1);
    const titles = [own[0], ...(own[0]?.duplicates ?? [])].map((one) => one?.documentTitle);
    expect(titles.map((title) => title?.split('.')[0]).sort()).toEqual(['copy', 'letter']);
  });

  it.each([
    ['Who kept the weir, and what did Anselm Orme count?', 'en'],
    ['Wer hat am Wehr gezählt, und was schrieb Anselm Orme auf?', 'de'],
  ])(
    'in the language of the question comes first, the others where their words put them: %s',
    async (question, language) => {
      const passages = await passagesFor(question);
      const languages = passages.map((one) => one.language);
      expect(languages[0]).toBe(language);
      expect(new Set(languages).size).toBe(2);
      const scores = passages.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    },
  );

  it('of two versions of a text stands in both where a word or number of what is marked differs, and once where none does', async () => {
    const lease = (notice: string, days: string) =>
      `# Lease of the Old Print Works

The Landlord lets to the Tenant the ground floor of the Old Print Works in Quarry Lane.

The yearly rent is payable in advance in four equal quarters.

The Landlord keeps the roof and the outer walls in repair, and the Tenant the inside.

Either party may end this lease by ${notice} months of notice in writing.

If the Tenant fails to pay the rent on time and has been asked for it in writing, the Landlord may end it after ${days} days.`;
    const on = await indexedTexts({ 'first.md': lease('six', 'thirty'), 'second.md': lease('three', 'fourteen') });
    const shownFor = async (question: string, words: string) =>
      (await passagesFor(question, on)).filter((one) => marked(one).includes(words));
    expect(await shownFor('By how many months of notice can a party end the lease?', 'months of notice')).toHaveLength(
      2,
    );
    expect(await shownFor('When may the Landlord end it if the Tenant fails to pay?', 'fails to pay')).toHaveLength(2);
    const [roof, ...others] = await shownFor('Who keeps the roof in repair?', 'keeps the roof');
    expect(roof?.duplicates).toHaveLength(1);
    expect(others).toEqual([]);
  });

  it('says over which name the graph led to it', async () => {
    const hop = await indexedTexts({
      'film.txt': 'Salt Meadow is a film of 1951. It was directed by Ines Varga on the coast.',
      'varga.txt': 'Ines Varga came into the world in the town of Corran. She made four pictures.',
      ...Object.fromEntries(
        ['Ada Quill', 'Bo Lindt', 'Cem Oral', 'Dov Perl'].map((name) => [
          `${name}.txt`,
          `${name} was born far away, and made a film.`,
        ]),
      ),
    });
    const passages = await passagesFor('Where was the director of the film Salt Meadow born?', hop, 'local');
    expect(passages.find(({ text }) => text.includes('Corran'))?.via).toMatch(/varga/iu);
  });

  it('says over no name that the graph led to it where the words of the question did', async () => {
    const letters = await indexedTexts({
      'first.txt': 'Gavin Stroud wrote to Nadia Okonjo about the pier.',
      'second.txt': 'Nadia Okonjo answered Gavin Stroud on the same day.',
      ...Object.fromEntries(
        ['Ada Quill', 'Bo Lindt', 'Cem Oral', 'Dov Perl'].map((name) => [`${name}.txt`, `${name} sold wool.`]),
      ),
    });
    const passages = await passagesFor('Who is Gavin Stroud?', letters, 'local');
    expect(passages).toHaveLength(2);
    for (const { via } of passages) expect(via).toBeUndefined();
  });

  it('has its marks within its focus, its focus within it, and the words of its document, for any tables', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomWorld,
        fc.constantFrom(
          'Who was Edda Marrow of Grey Point?',
          '灰角灯塔有多高？',
          'What are the main themes?',
          'lorem ipsum',
        ),
        fc.constantFrom(...RUN_MODES),
        async ({ tables }, question, mode) => {
          const any = indexOf(tables);
          for (const passage of await passagesFor(question, any, mode)) expectSound(any, passage);
        },
      ),
      runs(20),
    );
  });
});

/** Folded: each text once. */
it('no passage is shown twice', async () => {
  const { passages }: Evidence = (await answerTo(index, { question: 'weir winch flood deposit', mode: 'basic' }))
    .evidence;
  const places = passages.flatMap((one) => [one, ...one.duplicates]).map(({ textUnitId }) => textUnitId);
  expect(new Set(places).size).toBe(places.length);
});

it('shows a passage that goes on beyond the text of its document, as in a damaged collection, as far as there is text', async () => {
  const cut = index.tables.documents.map((row) => ({ ...row, text: row.text.slice(0, 40) }));
  const [first] = await passagesFor('Who kept the weir?', indexOf({ ...index.tables, documents: cut }));
  expect(first?.focus.end).toBeLessThanOrEqual(40);
});
