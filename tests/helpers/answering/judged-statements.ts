import { readFileSync } from 'node:fs';
import type { CalibrationPair } from '../../../src/core/search/grounding';

/** Verdict of the played checker on a statement, by the text of its source. */
export type Judge = (statement: string, text: string) => 'says' | 'denies' | 'open';

// Playwright's loader takes no JSON import without an attribute.
const PAIRS = JSON.parse(
  readFileSync('src/core/search/grounding/calibration-pairs.json', 'utf8'),
) as readonly CalibrationPair[];
const LABELS = { entailment: 'says', contradiction: 'denies', neutral: 'open' } as const;
const ITEM = /^(\d+)\. Text: (.*?)\nStatement: (.*?)$/gmsu;

/** The reply to a call that asks about statements: of pairs that are labelled the label, of the others what the judge says. */
export function judgedStatements(user: string, json: boolean, judge: Judge): string {
  const judged = Array.from(user.matchAll(ITEM), ([, number = '', text = '', statement = '']) => {
    const known = PAIRS.find(({ hypothesis }) => hypothesis === statement);
    return { number: Number(number), token: known ? LABELS[known.label] : judge(statement, text) };
  });
  if (!json) return judged.map(({ number, token }) => `${token}|${String(number)}`).join('\n');
  const of = (wanted: string) => judged.filter(({ token }) => token === wanted).map(({ number }) => ({ number }));
  return JSON.stringify({ says: of('says'), denies: of('denies'), open: of('open') });
}
