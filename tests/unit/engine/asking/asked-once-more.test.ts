import type { RunMode } from '../../../../src/core/search/request/search-request';
import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { ChatRequest } from '../../../../src/core/models/chat-model';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { memoryReplies } from '../../../helpers/memory-replies';
import { scriptedModel } from '../../../helpers/scripted-model';

const TEXT =
  'Edda Marrow designed the lighthouse at Grey Point in 1871. Tobias Fenn kept the lighthouse for thirty years.';
const FIRST = 'Edda Marrow designed the lighthouse at Grey Point in 1871.';

/** Answers each kind of call like a model of good manners. */
function formed({ messages }: ChatRequest): readonly string[] {
  const asked = messages.map(({ content }) => content).join('\n');
  if (asked.includes('{"points"'))
    return [JSON.stringify({ points: [{ description: FIRST, reports: [1], score: 80 }] })];
  if (asked.includes('"follow_ups"')) return [JSON.stringify({ answer: FIRST, score: 80, follow_ups: [] })];
  return [FIRST];
}

it.each(['global', 'drift'] as const)(
  'a %s search is answered when it is asked again after replies without the form, though those are kept',
  async (mode: RunMode) => {
    let formless = true;
    const model = scriptedModel((request) => (formless ? ['Well, let me think about it.'] : formed(request)));
    const models = { chat: async () => model, embedder: async () => null };
    const engine = createEngine(testEnv({ replies: memoryReplies(), models }));
    await engine.open((await engine.createCollection('Light')).id);
    await collect(engine.add([textFile('light.txt', TEXT)]));
    const ask = async () => {
      const last = (await collect(engine.search({ question: 'Who designed the lighthouse?', mode }))).at(-1);
      if (last?.kind !== 'answer') throw new Error('No answer came.');
      return last.answer;
    };
    expect((await ask()).text).toBeUndefined();
    expect((await ask()).text).toBeUndefined();
    formless = false;
    expect((await ask()).text).toContain(FIRST);
  },
);
