import { describe, expect, it } from 'vitest';
import { viewTarget } from '../../../../src/core/search/evidence/target-view';
import { indexOf } from '../ask';
import { harbour } from '../harbour';

describe('the chips of a finding', () => {
  const tables = harbour();
  const document = tables.documents.find(({ id }) => id === 'light');
  const spanOf = (sentence: string) => {
    const start = document?.text.indexOf(sentence) ?? -1;
    return { document_id: 'light', start, end: start + sentence.length };
  };
  const cited = ['The lamp burns rape-seed oil.', 'Tobias Fenn rowed out alone and saved nine sailors.'];
  const finding = { summary: 'A rescue', explanation: 'Alone, Tobias Fenn saved nine sailors of the wreck.' };
  const shownBy = (method: string) => {
    const [first, ...rest] = tables.communityReports;
    if (!first) throw new Error('The small world has no report');
    const finding_sources = JSON.stringify([cited.map(spanOf)]);
    const report = { ...first, method, findings: [finding], finding_sources };
    const index = indexOf({ ...tables, communityReports: [report, ...rest] });
    const view = viewTarget(index, { kind: 'report', community: first.community, title: '' });
    return view?.findings[0]?.passages.map(({ quote }) => quote);
  };

  it('begin with the passage that comes nearest to what a model wrote', () => {
    expect(shownBy('Tiny (report 1)')).toEqual([...cited].reverse());
  });

  it('stay in the order of its sentences where no model wrote it', () => {
    expect(shownBy('extractive')).toEqual(cited);
  });
});
