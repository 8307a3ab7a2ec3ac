import type { RunMode, SearchRequest } from '../../../../src/core/search/request/search-request';
import { describe, expect, it } from 'vitest';
import { readQuestion } from '../../../../src/core/search/request/question';
import { planSearch } from '../../../../src/core/search/modes/modes';
import { indexOf } from '../ask';
import { harbour } from '../harbour';
import { inEnglish, message } from '../../../../src/core/message';

const index = indexOf(harbour());
const plan = (request: Partial<SearchRequest> & { readonly question: string }, on = index) => {
  const whole: SearchRequest = { mode: 'auto', ...request };
  return planSearch(on, whole, readQuestion(on, whole));
};

describe('Auto', () => {
  const cases: readonly (readonly [string, RunMode])[] = [
    ['Summarize these documents', 'global'],
    ['这些文档的主题是什么？', 'global'],
    ['What do the sources disagree about?', 'global'],
    ['Who is Clara Voss?', 'local'],
    ['Compare Clara Voss and Jonas Pell.', 'local'],
    ['灰角灯塔有多高？', 'local'],
    ['Why was the toll lowered?', 'basic'],
    ['toll', 'basic'],
    ['?', 'basic'],
  ];
  it.each(cases)('takes for “%s” %s, and says why in a sentence', (question, mode) => {
    const { mode: taken, reason } = plan({ question });
    expect(taken).toBe(mode);
    expect(inEnglish(reason)).toMatch(/\.$/u);
  });

  it('says what the question names', () => {
    expect(inEnglish(plan({ question: 'Who is Clara Voss?' }).reason)).toContain('“Clara Voss”');
  });

  it('names nothing that stands only in documents that are not asked', () => {
    const { entities, textUnits } = index.tables;
    const named = new Set(entities.find(({ title }) => title === 'Clara Voss')?.text_unit_ids);
    const leftOut = textUnits.filter(({ id }) => named.has(id)).map((unit) => unit.document_id);
    expect(leftOut.length).toBeGreaterThan(0);
    expect(inEnglish(plan({ question: 'Who is Clara Voss?', leftOut }).reason)).toBe('Nothing matches its words.');
  });

  it('takes no Global where there are no reports', () => {
    const bare = indexOf({ ...harbour(), communities: [], communityReports: [] });
    expect(plan({ question: 'What are the main themes?' }, bare).mode).not.toBe('global');
  });

  it('never takes the mode whose answer stands beside it', () => {
    for (const question of cases.map(([one]) => one)) {
      for (const besides of ['local', 'global', 'drift', 'basic'] as const) {
        expect(plan({ question, besides }).mode).not.toBe(besides);
      }
    }
  });
});

it('what a person chose is taken whatever is asked', () => {
  for (const mode of ['local', 'global', 'drift', 'basic'] as const) {
    expect(plan({ question: 'Who is Clara Voss?', mode })).toEqual({ mode, reason: message`Your choice.` });
  }
});
