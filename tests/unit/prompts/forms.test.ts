import { describe, expect, it } from 'vitest';
import { CLAIMS_SHAPE } from '../../../src/core/extract/model/replies/claims-reply';
import { compactShape } from '../../../src/core/extract/model/replies/compact-reply';
import { fullShape } from '../../../src/core/extract/model/replies/full-reply';
import { themesShape } from '../../../src/core/extract/model/replies/themes-reply';
import {
  FOLLOW_UP_QUESTIONS,
  FOLLOW_UP_SHAPE,
  REWRITE_QUESTION,
  REWRITTEN_SHAPE,
} from '../../../src/core/prompts/questions';
import { RATE_REPORT, RATE_SHAPE, ENTAILMENT } from '../../../src/core/prompts/answers';
import { CLAIMS_PROMPT, COMPACT_PROMPT, FULL_PROMPT, SAME_ENTITY } from '../../../src/core/prompts/extraction';
import { CLAIM_CHECK } from '../../../src/core/prompts/judging';
import { THEMES_PROMPT } from '../../../src/core/prompts/themes';
import { PROMPTS } from '../../../src/core/engine/session/setting-calls';
import { fillPrompt, placeholdersOf, promptProblems, replyFormOf } from '../../../src/core/prompts/prompt';
import { answerShape } from '../../../src/core/resolve/pair-calls';
import { entailmentShape } from '../../../src/core/search/grounding/chat-entailment';
import { parseReply } from '../../../src/core/shapes/parse-reply';
import type { LinesShape } from '../../../src/core/shapes/shape';

/** Each prompt whose replies are records, with what they are held to and the words before its example. */
const CASES = [
  { prompt: COMPACT_PROMPT, shape: compactShape(null), before: /\nOutput:\n/u },
  { prompt: FULL_PROMPT, shape: fullShape(null), before: /\nExample output:\n/u },
  { prompt: THEMES_PROMPT, shape: themesShape(null), before: /\nExample output:\n/u },
  { prompt: CLAIMS_PROMPT, shape: CLAIMS_SHAPE, before: /\nExample output:\n/u },
  { prompt: SAME_ENTITY, shape: answerShape(3), before: /three pairs:\n/u },
  { prompt: FOLLOW_UP_QUESTIONS, shape: FOLLOW_UP_SHAPE, before: /of three:\n/u },
  { prompt: REWRITE_QUESTION, shape: REWRITTEN_SHAPE, before: /such as:\n/u },
  { prompt: CLAIM_CHECK, shape: entailmentShape(3), before: /three items:\n/u },
  { prompt: ENTAILMENT, shape: entailmentShape(3), before: /three items:\n/u },
];

describe.each(CASES)('The prompt $prompt.name', ({ prompt, shape, before }) => {
  const system = (form: 'lines' | 'json'): string => {
    const values = Object.fromEntries(
      [...placeholdersOf(prompt), 'types', 'language', 'count'].map((name) => [name, 'x']),
    );
    const { form: _own, ...others } = values;
    return fillPrompt(prompt, others, {}, form)[0]?.content ?? '';
  };
  const examples = (form: 'lines' | 'json') =>
    system(form)
      .split(before)
      .slice(1)
      .map((text) => parseReply<LinesShape>(shape, text.split('\n\n')[0] ?? ''));
  const records = (form: 'lines' | 'json') =>
    examples(form).map(({ value }) => value.toSorted((a, b) => a.tag.localeCompare(b.tag)));

  it('shows the same answers in either form, as they are read without mending', () => {
    for (const form of ['lines', 'json'] as const) expect(examples(form).flatMap(({ repairs }) => repairs)).toEqual([]);
    expect(records('json')).toEqual(records('lines'));
    expect(records('json')[0]?.length).toBeGreaterThan(0);
  });

  it('asks for no line where JSON is enforced, and for no JSON where lines are', () => {
    expect(system('json')).not.toMatch(/\w\|\w|\bone line\b|\bsuch lines\b/u);
    expect(system('lines')).not.toMatch(/JSON|\{"/u);
  });

  it('leaves it to a person to ask for another form', () => {
    expect(promptProblems(prompt, { system: 'As you like.' })).toEqual([]);
  });
});

describe('A prompt that asks for one digit', () => {
  it('asks for it in the form that is enforced', () => {
    const asked = (form: 'lines' | 'json') =>
      fillPrompt(RATE_REPORT, { report: 'x', question: 'x' }, {}, form)[0]?.content ?? '';
    const [, json = ''] = /as (\{.*?\}):/u.exec(asked('json')) ?? [];
    expect(parseReply(RATE_SHAPE, json)).toMatchObject({ value: '3', repairs: [] });
    expect(asked('lines')).not.toMatch(/JSON|\{"/u);
    expect(asked('json')).not.toContain('nothing else');
  });
});

describe('The form of replies', () => {
  it('is left to the form wherever a line or a digit is asked for', () => {
    for (const { name, system, user, forms } of PROMPTS) {
      expect(forms ? '' : `${system}\n${user}`, name).not.toMatch(/\bone a line\b|\bone digit\b|\bone letter\b|\w\|"/u);
    }
  });

  it('is JSON where a schema is enforced, and lines where a grammar or nothing is', () => {
    const shapes = ['json schema', 'ebnf', 'regexp', 'none'] as const;
    expect(shapes.map((one) => replyFormOf({ shapes: one }))).toEqual(['json', 'lines', 'lines', 'lines']);
  });

  it('can be filled in for every prompt', () => {
    for (const prompt of PROMPTS.filter(({ forms }) => forms)) {
      const names = Object.values(prompt.forms ?? {}).flatMap((form) => placeholdersOf({ ...prompt, user: form }));
      const values = Object.fromEntries([...placeholdersOf(prompt), ...names].map((name) => [name, 'x']));
      delete values['form'];
      for (const form of ['lines', 'json'] as const)
        for (const { content } of fillPrompt(prompt, values, {}, form)) expect(content).not.toContain('{form}');
    }
  });
});
