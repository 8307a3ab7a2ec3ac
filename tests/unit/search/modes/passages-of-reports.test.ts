import type { Answer } from '../../../../src/core/search/answer/answer';
import { describe, expect, it } from 'vitest';
import type { EntailmentPair } from '../../../../src/core/models/encoders';
import { judgingChecker, type PairLabel } from '../../../helpers/judging-checker';
import { indexOf } from '../ask';
import { smallWorld } from '../small-world';
import { mapReply, purposeOf } from './mode-replies';
import { searched } from './scripted-asker';

const TERM = 'The landlord lets the shop to the tenant for a term of seven years.';
const DEPOSIT = 'The tenant has paid the landlord a deposit of 3,450 pounds.';
const RENT = 'The tenant shall pay a rent of 3,450 pounds a month, in advance, on the first day of each month.';
const ROOF = 'The landlord shall keep the roof and the outer walls in repair.';

/** A lease, and what a model's report says of it; it may cite the tenant (1), of whom all sentences tell, and the money (2), of which the rent alone does. */
function lease(explanation: string) {
  const tables = smallWorld({
    documents: [{ id: 'lease', title: 'Lease of a shop', paragraphs: [[TERM, DEPOSIT, RENT, ROOF].join(' ')] }],
    entities: [
      { title: 'tenant', type: 'person' },
      { title: 'landlord', type: 'person' },
    ],
    communities: [
      {
        community: 0,
        level: 0,
        parent: -1,
        members: ['tenant', 'landlord'],
        report: { title: 'The lease', rank: 6, findings: [RENT] },
      },
    ],
  });
  const [report] = tables.communityReports;
  const [document] = tables.documents;
  if (!report || !document) throw new Error('The lease has no report.');
  const source = (text: string, number: number) => {
    const start = document.text.indexOf(text);
    return { document_id: document.id, start, end: start + text.length, kind: 'entity', id: `e${number}`, number };
  };
  const sources = [...[TERM, DEPOSIT, RENT, ROOF].map((text) => source(text, 1)), source(RENT, 2)];
  const written = {
    ...report,
    method: 'A model (report 1)',
    summary: 'A lease.',
    summary_sources: '[[]]',
    findings: [{ summary: 'Money', explanation }],
    finding_sources: JSON.stringify([sources]),
  };
  return indexOf({ ...tables, communityReports: [written] });
}

/** The sentences on the rent say it, and no other. */
const entails = ({ premise }: EntailmentPair): PairLabel => (/rent|owes/u.test(premise) ? 'entailment' : 'neutral');

async function globally(explanation: string, reply: string): Promise<Answer> {
  const { answer } = await searched(
    lease(explanation),
    { question: 'What does the tenant pay?', mode: 'global' },
    (call) => (purposeOf(call) === 'map' ? mapReply(reply) : reply),
    { checker: () => Promise.resolve(judgingChecker(entails)) },
  );
  return answer;
}

/** The quotes of each chip of a sentence, in the order in which they stand in it. */
const chipsOf = ({ sentences, citations }: Answer, at = 0): readonly (readonly string[])[] =>
  (sentences[at]?.citations ?? []).map(
    (number) => citations.find((one) => one.number === number)?.passages.map(({ quote }) => quote) ?? [],
  );

describe('the chips of a sentence that rests on a report', () => {
  it.each([
    ['The monthly rent comes to 3,450 pounds [Data: Entities (1)].', 'The rent is 3,450 pounds a month.'],
    [
      'A deposit of 3,450 pounds was paid to the landlord. The rent amounts to 3,450 pounds a month [Data: Entities (1)].',
      'Each month 3,450 pounds of rent are due.',
    ],
    [
      'The tenant owes 3,450 pounds in rent for each month, and a deposit was paid [Data: Entities (1)].',
      'The rent is 3,450 pounds a month.',
    ],
  ])('lead to the sentence that it paraphrases, not to its neighbour: %s', async (explanation, reply) => {
    const chips = chipsOf(await globally(explanation, reply));
    expect(chips.length).toBeGreaterThan(0);
    expect(chips.map(([first]) => first)).toEqual(chips.map(() => RENT));
  });

  it('hold only what the sentence of the report cites itself', async () => {
    const explanation =
      'A deposit of 3,450 pounds was paid to the landlord [Data: Entities (1)]. The rent amounts to 3,450 pounds a month [Data: Entities (2)].';
    const answer = await globally(explanation, 'The rent amounts to 3,450 pounds a month.');
    expect(answer.sentences[0]?.verdict).toBe('quoted');
    expect(chipsOf(answer)).toEqual([[RENT], [RENT]]);
  });
});
