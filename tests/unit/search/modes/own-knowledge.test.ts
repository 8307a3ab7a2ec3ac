import { describe, expect, it } from 'vitest';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { searched } from './scripted-asker';

const index = indexOf(smallWorld(HARBOUR_WORLD));
const SAID =
  'The lighthouse at Grey Point was designed by Edda Marrow in 1871. Queen Hilda of Norway paid 40,000 crowns. [LLM: verify]';

async function verdictOf(generalKnowledge: boolean) {
  const { answer } = await searched(
    index,
    {
      question: 'Who designed the lighthouse at Grey Point?',
      mode: 'basic',
      parameters: { answers: { general_knowledge: generalKnowledge } },
    },
    () => SAID,
  );
  expect(answer.text).not.toContain('verify');
  return answer.sentences.find(({ text }) => text.includes('Queen Hilda'));
}

describe('a sentence that the model marks as its own knowledge', () => {
  it('is told as such where it may add its own', async () => {
    expect(await verdictOf(true)).toMatchObject({ verdict: 'not checked', reason: 'general' });
  });

  it('is unverified where it was told to say nothing of its own', async () => {
    expect(await verdictOf(false)).toMatchObject({ verdict: 'unverified', citations: [] });
  });
});
