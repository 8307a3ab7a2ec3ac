import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STEPS } from '../../src/core/index/pipeline';
import { PROMPTS } from '../../src/core/engine/session/setting-calls';
import { FAMILIES } from '../../src/core/search/request/mode-names';
import { SEARCH_GROUPS } from '../../src/core/search/modes/modes';
import { GRAPHRAG_PARAMETERS } from '../../src/core/graphrag-parameters';

/** Settings that GraphRAG does not have, by step or mode. */
const OWN_SETTINGS: Readonly<Record<string, readonly string[]>> = {
  graph: [
    ...['minimumProper', 'minimumCompound', 'minimumCommon', 'maximumShare', 'window', 'per_sentence'],
    ...['min_edge_weight', 'max_edges_per_entity', 'merge_weight', 'merge_type', 'merge_description'],
  ],
  communities: ['algorithm', 'max_levels', 'resolution', 'iterations'],
  reports: ['max_input_tokens', 'max_candidates', 'summary_sentences', 'max_findings', 'use_descriptions'],
  'model reading': ['depth', 'budget', 'open_types', 'themes_again', 'persona', 'language'],
  'model resolution': ['resolve', 'candidates', 'evidence'],
  'model descriptions': ['summarise', 'join_above'],
  'model reports': ['reports', 'most', 'least_size', 'findings', 'window_share', 'on_use', 'after_answer'],
  'model keywords': ['write', 'pairs'],
  'model contexts': ['write', 'window', 'beginning', 'max_words'],
  'model summaries': [
    ...['write', 'placed_by', 'shown_tokens', 'leaf_tokens', 'cluster_tokens', 'most_tokens', 'layers', 'max_words'],
    'edition',
  ],
  embeddings: ['summary_text'],
  answers: ['rewrite', 'meaning_weight'],
  global: ['most_ratings', 'most_batches', 'points'],
};

const keyOf = (group: string, name: string): string => `${group} / ${name}`;
/** Settings of other methods have no counterpart in GraphRAG. */
const FURTHER: readonly string[] = Object.values(FAMILIES).flat();
const groups = [...STEPS, ...SEARCH_GROUPS].filter(({ name }) => !FURTHER.includes(name));
const settings = groups.flatMap(({ name: group, parameters }) => parameters.map(({ name }) => keyOf(group, name)));
const listed = GRAPHRAG_PARAMETERS.flatMap(({ title, parameters }) => parameters.map((one) => ({ ...one, title })));
const inList = listed.flatMap(({ counterpart }) =>
  counterpart.kind === 'setting' ? [keyOf(counterpart.group, counterpart.name)] : [],
);
const own = Object.entries(OWN_SETTINGS).flatMap(([group, names]) => names.map((name) => keyOf(group, name)));

const graphragSettings = readFileSync('tests/fixtures/graphrag-settings.txt', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Checks if a row of the list tells of a setting: by its name, for all below it, or for a value of it. */
const isAbout = (row: string, setting: string): boolean =>
  row === setting || row.startsWith(`${setting}: `) || (row.endsWith('.*') && setting.startsWith(row.slice(0, -1)));

describe('the list of GraphRAG’s parameters', () => {
  it('has every setting of GraphRAG 3', () => {
    expect(graphragSettings.length).toBeGreaterThan(200);
    expect(graphragSettings.filter((setting) => !listed.some(({ name }) => isAbout(name, setting)))).toEqual([]);
  });

  it.each(listed)('$title: $name is settable where it says, or says why not', ({ counterpart }) => {
    if (counterpart.kind === 'setting') expect(settings).toContain(keyOf(counterpart.group, counterpart.name));
    else if (counterpart.kind === 'prompt') expect(PROMPTS.map(({ name }) => name)).toContain(counterpart.name);
    else expect(counterpart.kind === 'none' ? counterpart.why : counterpart.words).toMatch(/^\p{Lu}.{12,}\.$/u);
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
