import { describe, expect, it } from 'vitest';
import { messages } from '../../../../src/app/words/zh';
import { parameters } from '../../../../src/app/words/zh/messages/parameters';
import { PREPARING, READING, SAVING } from '../../../../src/core/engine/session/index-events';
import { embeddingField, embeddingsStep } from '../../../../src/core/index/embeddings';
import { COLLECTION_STEPS, STEPS } from '../../../../src/core/index/pipeline';
import type { StepParameter } from '../../../../src/core/parameters';
import { PROMPTS } from '../../../../src/core/engine/session/setting-calls';
import { PLACEHOLDERS } from '../../../../src/core/prompts/prompt';
import { SEARCH_GROUPS } from '../../../../src/core/search/modes/modes';
import { type Counterpart, GRAPHRAG_PARAMETERS } from '../../../../src/core/graphrag-parameters';
import { writtenTemplates } from './written-messages';

interface Described {
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly StepParameter[];
}

const textsOfGroup = ({ title, doc, parameters: all }: Described): readonly string[] => [
  title,
  doc,
  ...all.flatMap(({ title: name = '', doc: about, part = '', choiceTitles = {} }) => [
    ...[name, about, part].filter((text) => text !== ''),
    ...Object.values(choiceTitles),
  ]),
];

function textsOfCounterpart(counterpart: Counterpart): readonly string[] {
  if (counterpart.kind === 'none') return [counterpart.why];
  return counterpart.kind === 'place' ? [counterpart.words] : [];
}

/** Every text by which the engine describes what a person may set or is shown to run. */
const described = new Set([
  ...[...STEPS, ...SEARCH_GROUPS].flatMap(textsOfGroup),
  ...[READING, SAVING, PREPARING, ...COLLECTION_STEPS].flatMap(({ title, unit }) =>
    unit === '' ? [title] : [title, unit],
  ),
  ...embeddingsStep.parameters.flatMap(({ name }) => embeddingField(name)?.title ?? []),
  ...PROMPTS.flatMap(({ title, doc, source }) => [title, doc, source]),
  ...Object.values(PLACEHOLDERS),
  ...GRAPHRAG_PARAMETERS.flatMap(({ title, parameters: all }) => [
    title,
    ...all.flatMap(({ counterpart }) => textsOfCounterpart(counterpart)),
  ]),
]);

describe('the texts of parameters, steps, searches and prompts in Chinese', () => {
  it('leave none in English', () => {
    expect([...described].filter((text) => !Object.hasOwn(messages, text))).toEqual([]);
  });

  it('hold nothing that is not used', () => {
    const isUsed = (text: string): boolean => described.has(text) || writtenTemplates.has(text);
    expect(Object.keys(parameters).filter((text) => !isUsed(text))).toEqual([]);
  });

  it('name every choice of a person in words', () => {
    const choices = [...STEPS, ...SEARCH_GROUPS].flatMap((group) =>
      group.parameters.flatMap(({ choices: all = [], choiceTitles = {}, name }) =>
        all.filter((one) => choiceTitles[one] === undefined).map((one) => `${group.title} ${name} ${one}`),
      ),
    );
    expect(choices).toEqual([]);
  });
});
