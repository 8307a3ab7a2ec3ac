import { describe, expect, it } from 'vitest';
import { answerTo, indexOf, wordsOf } from './ask';
import { smallWorld } from './small-world';

const court = indexOf(
  smallWorld({
    documents: [
      {
        id: 'trial',
        title: 'The Trial of the Mill Fire',
        paragraphs: [
          'The Trial of the Mill Fire',
          'COUNSEL: At what hour did the mill bell ring upon the Tuesday?\n\nMR. HALLAM: At twenty past four. The court rose at noon.',
          'Mrs. Orme told the jury, "I carried the lamp to the loft. I set it upon the sill. Then I went down." She was not asked again.',
          'The mill belonged to the parish. The jury sat for two days in the old hall.',
        ],
      },
      {
        id: 'costs',
        title: 'Costs',
        paragraphs: [
          'Builder | Price | Weeks\n\nHart & Lowe | £4,310 | 20\n\nPym Brothers | £3,975 | 31',
          'The roof of the mill was rebuilt after the fire.',
        ],
      },
      {
        id: 'mail',
        title: 'Re: the mill bell',
        paragraphs: ['Subject: the mill bell in the loft', 'From: Ann Orme', 'The bell was cast again in Derby.'],
      },
    ],
  }),
);

describe('what an answer quotes', () => {
  it('gives a question of a transcript together with its reply', async () => {
    const answer = await answerTo(court, { question: 'At what hour did the mill bell ring?' });
    const shown = answer.sentences.find(({ text }) => text.includes('At what hour'));
    expect(shown?.text).toContain('At twenty past four.');
  });

  it('gives a quotation up to the sentence that closes it', async () => {
    const answer = await answerTo(court, { question: 'Who carried the lamp to the loft?' });
    expect(answer.sentences[0]?.text).toMatch(/I carried the lamp.*Then I went down\."/);
  });

  it('never gives a title or a mail header', async () => {
    for (const question of ['What is known about the trial of the mill fire?', 'What is known about the mill bell?']) {
      const words = wordsOf(await answerTo(court, { question }));
      expect(words).not.toMatch(/Subject:|From:|^The Trial of the Mill Fire$/m);
    }
  });

  it('gives the row of a table that holds the figure asked for', async () => {
    const answer = await answerTo(court, { question: 'Which builder asked £3,975?' });
    expect(wordsOf(answer)).toContain('Pym Brothers | £3,975');
  });

  it('leaves out sentences that share little with the question beside one that holds it all', async () => {
    const answer = await answerTo(court, { question: 'Where did the jury sit for two days?' });
    expect(answer.sentences.map(({ text }) => text)).toEqual(['The jury sat for two days in the old hall.']);
  });
});

describe('what stands above a text', () => {
  const papers = indexOf(
    smallWorld({
      documents: [
        {
          id: 'lease',
          title: 'lease-07',
          paragraphs: [
            'Lease of the Boat House\n\nThe boat house is rented for a year.',
            '2. Deposit\n\nThe tenant pays a deposit of £300.\n\n3. Roof and gutters\n\nThe owner mends the roof.',
            'Fitting | State | Price\n\nCopper stove | dented | £40\n\nOak bench | sound | £15',
            '1. Oil the winch\n\n2. Tighten the winch cable\n\n3. Lock the winch',
          ],
        },
        {
          id: 'mails',
          title: 'thread',
          paragraphs: [
            'From: Ida Brand <ida@shed.example>\nTo: Olaf Ries\nDate: Monday\n\nThe gutter leaks above the bench.',
            '-----Original Message-----\nFrom: Olaf Ries <olaf@shed.example>\n\n[[gutter-2]]\n\nI looked at the gutter on Sunday.',
          ],
        },
      ],
    }),
  );
  const shown = async (question: string): Promise<string> => wordsOf(await answerTo(papers, { question }));

  it('is no answer when it heads a clause', async () => {
    const words = await shown('How much is the deposit?');
    expect(words).toContain('The tenant pays a deposit of £300.');
    expect(words).not.toContain('2. Deposit');
  });

  it('is no answer when it heads a table', async () => {
    const words = await shown('What is the price of the copper stove?');
    expect(words).toContain('Copper stove | dented | £40');
    expect(words).not.toContain('Fitting');
  });

  it('is no answer when it heads a mail', async () => {
    const words = await shown('Who looked at the gutter of Olaf Ries?');
    expect(words).toContain('I looked at the gutter on Sunday.');
    expect(words).not.toMatch(/Original Message|From:|\[\[/);
  });

  it('is no answer when it heads the document', async () => {
    const words = await shown('For how long is the boat house rented?');
    expect(words).toContain('The boat house is rented for a year.');
    expect(words).not.toContain('Lease of the Boat House');
  });

  it('does not take the steps of a list with it', async () => {
    expect(await shown('What is done to tighten the winch cable?')).toContain('Tighten the winch cable');
  });
});
