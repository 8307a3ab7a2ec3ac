import { describe, expect, it } from 'vitest';
import { en } from '../../../../src/app/words/en';
import { allParameters as englishParameters } from '../../../../src/app/words/en/all-parameters';
import { address as englishAddress } from '../../../../src/app/words/en/address';
import { evaluate as englishEvaluate } from '../../../../src/app/words/en/evaluate';
import { evaluate as chineseEvaluate } from '../../../../src/app/words/zh/evaluate';
import { explore as englishExplore } from '../../../../src/app/words/en/explore';
import { allParameters as chineseParameters } from '../../../../src/app/words/zh/all-parameters';
import { address as chineseAddress } from '../../../../src/app/words/zh/address';
import { explore as chineseExplore } from '../../../../src/app/words/zh/explore';
import { map as englishMap } from '../../../../src/app/words/en/map';
import { map as chineseMap } from '../../../../src/app/words/zh/map';
import { notebook as englishNotebook } from '../../../../src/app/words/en/notebook';
import { notebook as chineseNotebook } from '../../../../src/app/words/zh/notebook';
import { privacy as englishPrivacy } from '../../../../src/app/words/en/privacy';
import { prompts as englishPrompts } from '../../../../src/app/words/en/prompts';
import { privacy as chinesePrivacy } from '../../../../src/app/words/zh/privacy';
import { words as zh } from '../../../../src/app/words/zh';
import { prompts as chinesePrompts } from '../../../../src/app/words/zh/prompts';
import { answers as englishAnswers } from '../../../../src/app/words/en/answers';
import { answers as chineseAnswers } from '../../../../src/app/words/zh/answers';
import { evidence as englishEvidence } from '../../../../src/app/words/en/evidence';
import { evidence as chineseEvidence } from '../../../../src/app/words/zh/evidence';
import { modelIndex as englishModelIndex } from '../../../../src/app/words/en/model-index';
import { modelIndex as chineseModelIndex } from '../../../../src/app/words/zh/model-index';
import { models as englishModels } from '../../../../src/app/words/en/models';
import { models as chineseModels } from '../../../../src/app/words/zh/models';
import { settings as englishSettings } from '../../../../src/app/words/en/settings';
import { settings as chineseSettings } from '../../../../src/app/words/zh/settings';

type Text = string | ((...args: readonly (string | number)[]) => string);

/** Every text of a catalogue by its path. */
function textsOf(part: unknown, path = ''): readonly (readonly [string, Text])[] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part === 'function') return [[path, part as Exclude<Text, string>]];
  return Object.entries(part as object).flatMap(([name, value]) => textsOf(value, path ? `${path}.${name}` : name));
}

const NUMBERS = [1, 2, 1234];

/** All ways to give a function of `length` arguments numbers and names; each shows in the text in its own way. */
function argumentsOf(length: number, number: number): readonly (readonly (string | number)[])[] {
  return Array.from({ length: 2 ** length }, (_, bits) =>
    Array.from({ length }, (__, at) => ((bits >> at) & 1 ? number + at * 10_000 : `«${String(at)}»`)),
  );
}

const shown = (argument: string | number): string =>
  typeof argument === 'number' ? argument.toLocaleString('en') : argument;

/** Checks that some numbers and names, each given, all stand in the text. */
function includesAll(text: Exclude<Text, string>, length: number, number: number): boolean {
  return argumentsOf(length, number).some((given) => {
    const written = text(...given);
    return typeof written === 'string' && given.every((argument) => written.includes(shown(argument)));
  });
}

const english = new Map(
  textsOf({
    ...en,
    address: englishAddress,
    answers: englishAnswers,
    evidence: englishEvidence,
    modelIndex: englishModelIndex,
    models: englishModels,
    settings: englishSettings,
    evaluate: englishEvaluate,
    explore: englishExplore,
    map: englishMap,
    notebook: englishNotebook,
    privacy: englishPrivacy,
    allParameters: englishParameters,
    prompts: englishPrompts,
  }),
);
const chinese = new Map(
  textsOf({
    ...zh,
    address: chineseAddress,
    answers: chineseAnswers,
    evidence: chineseEvidence,
    modelIndex: chineseModelIndex,
    models: chineseModels,
    settings: chineseSettings,
    evaluate: chineseEvaluate,
    explore: chineseExplore,
    map: chineseMap,
    notebook: chineseNotebook,
    privacy: chinesePrivacy,
    allParameters: chineseParameters,
    prompts: chinesePrompts,
  }),
);

describe('the catalogues of screen texts', () => {
  it('have the same texts', () => {
    expect([...chinese.keys()]).toEqual([...english.keys()]);
    expect(english.size).toBeGreaterThan(30);
  });

  it.each(Object.entries({ english, chinese }))('in %s have no empty text', (_, texts) => {
    expect([...texts].filter(([, text]) => typeof text === 'string' && text.trim() === '')).toEqual([]);
  });

  it.each(Object.entries({ english, chinese }))('in %s show each number and name that is given', (_, texts) => {
    const silent = [...english]
      .filter(([, text]) => typeof text === 'function')
      .filter(([path, text]) => {
        const own = texts.get(path);
        return NUMBERS.some((number) => typeof own !== 'function' || !includesAll(own, text.length, number));
      });
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('say in Chinese what Chinese writes', () => {
    const english = ([, text]: readonly [string, Text]): boolean =>
      typeof text === 'string' && /\s/u.test(text) && !/\p{Script=Han}/u.test(text);
    expect([...chinese].filter(english)).toEqual([]);
  });
});
