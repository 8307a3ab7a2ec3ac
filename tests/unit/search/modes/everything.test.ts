import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../../src/core/message';
import { searchCost } from '../../../../src/core/search/search-cost';
import { answerTo, indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { dataOf, MODEL, searched, type Searched } from './scripted-asker';

const tables = smallWorld(HARBOUR_WORLD);
const harbour = indexOf(tables);
const question = 'Who designed the lighthouse at Grey Point?';
const DESIGNED = 'The lighthouse at Grey Point was designed by Edda Marrow in 1871.';
const request = { question, mode: 'everything', parameters: { answers: { follow_ups: 0 } } } as const;

const withWindow = (contextWindow: number) => ({
  ...MODEL,
  capabilities: { ...MODEL.capabilities, contextWindow },
});

const asked = (
  contextWindow: number,
  { on = harbour, ...changed }: Partial<Parameters<typeof searched>[1]> & { readonly on?: typeof harbour } = {},
): Promise<Searched> =>
  searched(on, { ...request, ...changed }, () => `${DESIGNED} [Data: Sources (1)]`, {
    model: withWindow(contextWindow),
  });

const promptOf = ({ calls }: Searched): string => dataOf(calls[0]?.messages ?? []);

describe('Everything', () => {
  it('shows the model all passages in reading order, and cites them like other modes', async () => {
    const found = await asked(8192);
    const prompt = promptOf(found);
    const places = tables.textUnits.map(({ text }) => prompt.indexOf(text.replaceAll('|', '¦')));
    expect(places.every((at) => at > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(found.answer.lead).toBeUndefined();
    expect(found.answer.citations[0]).toMatchObject({ target: { kind: 'passage' } });
  });

  it('shows what is asked of chosen documents alone', async () => {
    const prompt = promptOf(await asked(8192, { documentIds: ['company'] }));
    expect(prompt).toContain('Clara Voss lowered the toll');
    expect(prompt).not.toContain('Tobias Fenn');
  });

  it('is not held to the tokens that other modes show', async () => {
    const parameters = { answers: { max_input_tokens: 500 } };
    expect(promptOf(await asked(8192, { parameters }))).toContain('Clara Voss lowered the toll');
    expect((await asked(8192, { parameters: { everything: { max_tokens: 200 } } })).answer.lead).toBeDefined();
  });

  it('says with numbers where all do not fit, and answers from the nearest passages', async () => {
    const found = await asked(900);
    expect(inEnglish(found.answer.lead ?? '')).toMatch(
      /^All 11 passages take \d+ tokens, and there is room for \d+\. So only the \d+ nearest/u,
    );
    expect(promptOf(found)).toContain('designed by Edda Marrow');
    expect(found.answer.evidence).toEqual((await asked(900, { mode: 'basic' })).answer.evidence);
  });

  it('does not take a part of a hosted index for everything', async () => {
    const whole = { texts: 4000, averageLength: 40, entities: 10, mostUnits: 9 };
    const lookups = { textsWith: () => 1, textsNaming: () => 1, entitiesWith: () => 1, community: () => undefined };
    const on = indexOf({ ...tables, whole: { ...whole, ...lookups } });
    expect(inEnglish((await asked(32_768, { on })).answer.lead ?? '')).toContain('Not all passages');
  });

  it('is priced within 3 % of what is sent, whether all fit or not', async () => {
    for (const contextWindow of [900, 8192]) {
      const { answer } = await asked(contextWindow);
      const sent = (answer.trace.calls ?? []).reduce((sum, { promptTokens }) => sum + promptTokens, 0);
      const env = { prompts: {}, speed: undefined, hasVectors: false, isChecker: false };
      const { calls, promptTokens } = searchCost(harbour, request, { ...env, model: withWindow(contextWindow) });
      expect(calls).toBe(1);
      if (contextWindow > 900) expect(Math.abs(promptTokens - sent)).toBeLessThanOrEqual(0.03 * sent);
      else expect(promptTokens).toBeGreaterThan(0.9 * sent);
    }
  });

  it('shows the nearest passages without a model', async () => {
    const { evidence } = await answerTo(harbour, request);
    expect(evidence).toEqual((await answerTo(harbour, { ...request, mode: 'basic' })).evidence);
  });
});
