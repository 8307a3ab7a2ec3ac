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
