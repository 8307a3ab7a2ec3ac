import { outcomeOf, replyCases, scoreOf, type ReplyCase } from '../../../tests/helpers/extraction-replies';
import { table } from '../table';

/**
 * Prints the accepted share of recorded replies in GraphRAG's manner: of those that the reading was tuned with, and of
 * those held out.
 */
export async function printReplies(): Promise<void> {
  const cases = replyCases();
  const unseen = cases.filter(isUnseen);
  const others = cases.filter((one) => !isUnseen(one));
  const rows = await Promise.all(
    Object.entries({ 'tuned with': others, 'held out': unseen, all: cases }).map(async ([name, some]) => {
      const { valid, lost, invented } = await scoreOf(some);
      const share = `${((100 * (valid - lost)) / valid).toFixed(1)} %`;
      return [name, some.length, valid, valid - lost, share, invented].map(String);
    }),
  );
  console.log(
    '\nRecorded replies of a GraphRAG kind: records that are valid, kept ones, and invented ones that were kept',
  );
  console.log(table(['replies', 'files', 'valid', 'kept', 'share', 'invented'], rows));
  for (const one of others) {
    const { lost, invented } = await outcomeOf(one);
    for (const record of lost) console.log(`  lost in ${one.name}: ${record}`);
    for (const record of invented) console.log(`  invented in ${one.name}: ${record}`);
  }
}

const isUnseen = ({ name }: ReplyCase): boolean => name.startsWith('held-');
