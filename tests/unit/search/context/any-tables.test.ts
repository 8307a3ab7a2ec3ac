import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basicContext } from '../../../../src/core/search/modes/basic';
import type { BuiltContext } from '../../../../src/core/search/context/context';
import { actionContext } from '../../../../src/core/search/modes/drift/action';
import { primerFolds } from '../../../../src/core/search/modes/drift/primer';
import { globalBatches } from '../../../../src/core/search/modes/global/batches';
import { conversationHistory } from '../../../../src/core/search/context/history';
import { localContext, type LocalContextChoice } from '../../../../src/core/search/modes/local/local';
import { contextTokens, replyWithin } from '../../../../src/core/search/model-call/token-budget';
import type { CommunityReportRow } from '../../../../src/core/tables/tables';
import { estimateTokens } from '../../../../src/core/text/tokens';
import type { SearchIndex } from '../../../../src/core/retrieval';
import { reportAt } from '../../../../src/core/retrieval/reports';
import { scopeOf } from '../../../../src/core/search/context/scope';
import { indexOf } from '../ask';
import { ask, expectSound } from './context-checks';
import { randomWorld } from './random-world';
import { runs } from '../../../helpers/property-runs';

const tokens = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 40_000 }));
const share = fc.double({ min: 0, max: 1, noNaN: true });
const choice = fc.record({
  tokens,
  question: fc.constantFrom(
    'Who was Edda Marrow?',
    'What is A|B Company?',
    '灰角灯塔有多高？',
    'Summarise everything',
    '',
  ),
  shares: fc.record({ reports: share, graph: share, sources: share }),
  entities: fc.integer({ min: 1, max: 12 }),
  relationships: fc.integer({ min: 0, max: 12 }),
  rankBy: fc.constantFrom('combined_degree' as const, 'weight' as const),
  within: fc.boolean(),
  folds: fc.integer({ min: -1, max: 7 }),
});
const hasText = (report: CommunityReportRow | undefined): boolean =>
  [report?.summary ?? '', ...(report?.findings ?? []).map(({ explanation }) => explanation)].some((text) =>
    /\S/u.test(text.replace(/\[Data:[^\]]*\]/gu, '')),
  );
const RUNS = runs(25);

describe('any context of any tables', () => {
  test('is within its budget, numbered from 1 and citable, also within one document', () => {
    fc.assert(
      fc.property(randomWorld, choice, ({ tables, claims }, { question, within, folds, ...rest }) => {
        const index = indexOf(tables);
        const asked = ask(index, question);
        const documentIds = within ? ['d0'] : [];
        const scope = scopeOf(index, { documentIds });
        const local: LocalContextChoice = { ...rest, claims, scope };
        const reports = tables.communityReports.map((_, row) => ({ row, score: row }));
        const built: readonly BuiltContext[] = [
          localContext(index, asked, local),
          actionContext(index, asked, { tokens: rest.tokens, scope }),
          basicContext(index, asked, { tokens: rest.tokens, scope }),
          ...globalBatches(index, { tokens: rest.tokens, scope }).batches,
          ...primerFolds(index, reports, { tokens: rest.tokens, folds, scope }),
        ];
        for (const context of built) {
          expect(context.budget).toBe(rest.tokens);
          expectSound(index, context, documentIds);
        }
      }),
      RUNS,
    );
  });

  test('is the same when it is built again', () => {
    fc.assert(
      fc.property(randomWorld, choice, ({ tables, claims }, { question, ...rest }) => {
        const [one, other] = [indexOf(tables), indexOf(structuredClone(tables))];
        const local = (index: SearchIndex) => ({ ...rest, claims, scope: scopeOf(index) });
        expect(localContext(one, ask(one, question), local(one))).toEqual(
          localContext(other, ask(other, question), local(other)),
        );
        const batches = (index: SearchIndex) => ({ tokens: rest.tokens, scope: scopeOf(index) });
        expect(globalBatches(one, batches(one))).toEqual(globalBatches(other, batches(other)));
      }),
      runs(8),
    );
  });

  test('has every report of a level in exactly one batch or left over', () => {
    fc.assert(
      fc.property(randomWorld, tokens, fc.integer({ min: 1, max: 3 }), ({ tables }, budget, most) => {
        const index = indexOf(tables);
        const { batches, left, more } = globalBatches(index, { tokens: budget, batches: most, scope: scopeOf(index) });
        expect(batches.length).toBeLessThanOrEqual(most);
        const rows = [...batches.flatMap((batch) => batch.tables.flatMap((table) => table.rows)), ...left];
        const seen = rows.map(({ row }) => row);
        expect(new Set(seen).size).toBe(seen.length);
        const all = index.communities.rollUp(2);
        const worded = all.filter((row) => hasText(reportAt(index, row)));
        expect(worded).toEqual(expect.arrayContaining(seen));
        expect(seen.length + more).toBeGreaterThanOrEqual(worded.length);
        expect(seen.length + more).toBeLessThanOrEqual(all.length);
        for (const { score, row } of left) expect(score).toBe(index.communities.occurrence(row));
      }),
      RUNS,
    );
  });
});

describe('a prompt', () => {
  test('never outgrows a window from 2,000 to 128,000 tokens with context, history and reply, by the estimate and its margin', () => {
    fc.assert(
      fc.property(
        randomWorld,
        fc.integer({ min: 2000, max: 128_000 }),
        fc.integer({ min: 16, max: 8000 }),
        fc.lorem({ maxCount: 3000 }),
        share,
        ({ tables }, contextWindow, wanted, instructions, historyShare) => {
          const index = indexOf(tables);
          const messages = [
            { role: 'system' as const, content: instructions },
            { role: 'user' as const, content: 'Who was Edda Marrow?' },
          ];
          const replyTokens = replyWithin(contextWindow, wanted);
          const room = contextTokens({ contextWindow, messages, replyTokens });
          const turns = tables.textUnits.map(({ text }) => ({ question: 'And then?', answer: text, documentIds: [] }));
          const history = conversationHistory(turns, { tokens: Math.floor(room * historyShare), turns: 5 });
          const left = contextTokens({ contextWindow, messages, replyTokens, historyTokens: history.tokens });
          const context = localContext(index, ask(index, 'Who was Edda Marrow?'), {
            tokens: left,
            scope: scopeOf(index),
          });
          const prompt = messages.map(({ content }) => content).join('');
          const sent = estimateTokens(prompt) + estimateTokens(history.text) + estimateTokens(context.text);
          if (context.text !== '' || history.text !== '') {
            expect(Math.ceil(sent * 1.2) + replyTokens).toBeLessThanOrEqual(contextWindow);
          } else expect(left === 0 || context.tokens === 0).toBe(true);
        },
      ),
      RUNS,
    );
  });
});
