import { describe, expect, it } from 'vitest';
import { STEPS } from '../../src/core/index/methods';
import { PROMPTS } from '../../src/core/prompts';
import { SEARCH_PARAMETERS } from '../../src/core/search/modes/modes';
import { GRAPHRAG_PARAMETERS, OWN_SETTINGS } from '../../src/core/settings/graphrag-parameters';

const keyOf = (group: string, name: string): string => `${group} / ${name}`;
const settings = [...STEPS, ...SEARCH_PARAMETERS].flatMap(({ name: group, parameters }) =>
  parameters.map(({ name }) => keyOf(group, name)),
);
const listed = GRAPHRAG_PARAMETERS.flatMap(({ title, parameters }) => parameters.map((one) => ({ ...one, title })));
const inList = listed.flatMap(({ here }) => (here.kind === 'setting' ? [keyOf(here.group, here.name)] : []));
const own = Object.entries(OWN_SETTINGS).flatMap(([group, names]) => names.map((name) => keyOf(group, name)));

describe('the list of GraphRAG’s parameters', () => {
  it.each(listed)('$title: $name is settable where it says, or says why not', ({ here }) => {
    if (here.kind === 'setting') expect(settings).toContain(keyOf(here.group, here.name));
    else if (here.kind === 'prompt') expect(PROMPTS.map(({ name }) => name)).toContain(here.name);
    else expect(here.kind === 'none' ? here.why : here.words).toMatch(/^\p{Lu}.{12,}\.$/u);
  });

  it('has each parameter of a section once', () => {
    for (const { parameters } of GRAPHRAG_PARAMETERS) {
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
    }
  });

  it.each(settings)('holds %s, or says that it is Burrow’s own', (setting) => {
    expect([inList.includes(setting), own.includes(setting)].filter(Boolean)).toHaveLength(1);
  });

  it('names no setting of Burrow’s own that there is not', () => {
    expect(own.filter((setting) => !settings.includes(setting))).toEqual([]);
  });
});
