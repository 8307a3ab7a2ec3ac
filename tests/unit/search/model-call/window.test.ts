import type { RunMode, SearchValues } from '../../../../src/core/search/request/search-request';
import { RUN_MODES } from '../../../../src/core/search/request/mode-names';
import { countPromptTokens, type ChatModelInfo } from '../../../../src/core/models/chat-model';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import type { ModelCall } from '../../../../src/core/models/model-call';
import { ENTAILMENT } from '../../../../src/core/prompts/answers';
import { SEARCH_PROMPTS } from '../../../../src/core/search/modes/modes';
import type { SearchEvent } from '../../../../src/core/search/events';
import { proposeQuestions } from '../../../../src/core/search/writer/propose-questions';
import { randomNumbers } from '../../../../src/core/random';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { MODEL, scripted, searched, type Script } from '../modes/scripted-asker';

const index = indexOf(smallWorld(HARBOUR_WORLD));
const RUNS = 96;

const talkative: Script = ({ shape }, at) => {
  const long = 'Edda Marrow designed the lighthouse at Grey Point in 1871, and Tobias Fenn kept it. '.repeat(4).trim();
  if (shape?.kind === 'choice') return shape.options.includes('yes') ? 'yes' : '4';
  if (shape?.kind === 'lines') return 'Q|Who was Edda Marrow of Grey Point?';
  if (shape?.kind !== 'record') return `${long} [Data: Reports (1)]`;
  if ('points' in shape.fields) return JSON.stringify({ points: [{ description: long, reports: [1], score: 80 }] });
  if ('claims' in shape.fields) return JSON.stringify({ claims: [{ claim: long, sources: [1], score: 80 }] });
  if ('expanded' in shape.fields) return JSON.stringify({ expanded: long.slice(0, 300) });
  if ('terms' in shape.fields) return JSON.stringify({ themes: [long.slice(0, 60)], terms: ['Tobias Fenn'] });
  return JSON.stringify({ answer: long, score: 70, follow_ups: [`Who was Tobias Fenn (${String(at)})?`] });
};

const dense = () =>
  Promise.resolve({
    search: {
      weight: 1,
      units: () => [],
      entities: () => [],
      relationships: () => [],
      reports: () => [],
      summaries: () => [],
    },
    words: 'Compared by meaning.',
  });

interface Drawn {
  readonly model: ChatModelInfo;
  readonly question: string;
  readonly mode: RunMode;
  readonly history: readonly {
    readonly question: string;
    readonly answer: string;
    readonly documentIds: readonly string[];
  }[];
  readonly parameters: SearchValues;
  readonly prompts: Readonly<Record<string, { readonly system: string }>>;
}

function drawn(seed: number): Drawn {
  const random = randomNumbers(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const some = (words: string, most: number): string => words.repeat(1 + below(most));
  const contextWindow = [256, 512, 1024, 2048, 4096, 32_768][below(6)] ?? 4096;
  const leaning = random() < 0.3 ? 'And then? ' : null;
  const words =
    leaning ??
    (random() < 0.5 ? '她后来去了哪里？灯塔由谁设计？' : 'Where did she go with Tobias Fenn of Grey Point? ');
  const most = [1, 10, 80][below(3)] ?? 1;
  const history = Array.from({ length: below(4) }, () => ({
    question: some(words, most),
    answer: some('Edda Marrow designed the lighthouse. ', 60),
    documentIds: ['light'],
  }));
  const own = random() < 0.4 ? some('Mind each word that the keeper of the lighthouse wrote. ', 150) : undefined;
  const prompts = own ? Object.fromEntries(SEARCH_PROMPTS.map((one) => [one.name, { system: own + one.system }])) : {};
  return {
    model: { ...MODEL, capabilities: { ...MODEL.capabilities, contextWindow } },
    question: some(words, most).slice(0, 4000),
    mode: RUN_MODES[seed % RUN_MODES.length] ?? 'local',
    history,
    parameters: {
      answers: { response_type: some('as a list of points ', 40).slice(0, 2000), reply_tokens: below(4000) },
      global: { dynamic: random() < 0.5 },
    },
    prompts,
  };
}

/** Returns all calls, whatever their outcome; only the model's own failure may be thrown. */
async function asked({ model, prompts, ...request }: Drawn): Promise<readonly ModelCall[]> {
  const { ask, calls } = scripted(talkative);
  await searched(index, request, talkative, { model, prompts, ask, dense });
  await proposeQuestions(index, request, 'Edda Marrow designed the lighthouse. '.repeat(30), {
    model,
    prompts,
    ask,
    claims: [],
    emit: (_: SearchEvent) => undefined,
    signal: new AbortController().signal,
  }).catch(onlyModelErrors);
  return calls;
}

function onlyModelErrors(error: unknown): void {
  if (!(error instanceof ModelError)) throw error;
}

describe('whatever the window, the question, the conversation and a person’s own words', () => {
  it('no call is more than the window holds, and each kind of call is made where there is room', async () => {
    const kinds = new Set<string>();
    for (let seed = 0; seed < RUNS; seed++) {
      const one = drawn(seed);
      const { contextWindow } = one.model.capabilities;
      for (const { messages, maxTokens, promptVersion } of await asked(one)) {
        kinds.add(promptVersion.split(' ')[0] ?? '');
        expect(countPromptTokens(messages) + maxTokens, `seed ${String(seed)}, ${promptVersion}`).toBeLessThanOrEqual(
          contextWindow,
        );
      }
    }
    // The checker is asked about sentences elsewhere.
    const asking = SEARCH_PROMPTS.filter((prompt) => prompt !== ENTAILMENT);
    expect([...kinds].sort()).toEqual(asking.map(({ name }) => name).sort());
  }, 60_000);
});
