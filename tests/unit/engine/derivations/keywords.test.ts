import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import type { ChatRequest } from '../../../../src/core/models/chat-model';
import type { IndexState } from '../../../../src/core/ports/index-state';
import type { RelationshipRow } from '../../../../src/core/tables/tables';
import { collect, textFile } from '../../../helpers/engine-env';
import { letters, READ, type Letters } from '../../../helpers/indexed-letters';
import { naming } from '../../../helpers/naming-model';
import type { Script } from '../../../helpers/scripted-model';

const THEMES: IndexState['parameters'] = { ...READ, 'model keywords': { write: true, pairs: 2 } };

const asksThemes = ({ shape }: ChatRequest): boolean => shape?.kind === 'record' && 'themes' in shape.fields;

/** Numbers of the relationships that a model is shown. */
const numbersIn = ({ messages }: ChatRequest): readonly number[] =>
  [...(messages.at(-1)?.content ?? '').matchAll(/^(\d+) .+ – .+:/gmu)].map(([, number]) => Number(number));

/** Names of each relationship that it is about correspondence; does everything else as the naming model. */
const theming: Script = (request, call) =>
  asksThemes(request)
    ? [
        JSON.stringify({
          themes: numbersIn(request).map((number) => ({ number, keywords: ['Zeugma lore', 'correspondence'] })),
        }),
      ]
    : naming(request, call);

const calls = ({ model }: Letters): number => model.begun.filter((prompt) => prompt.includes('The themes of')).length;

const stated = async (indexed: Letters): Promise<readonly RelationshipRow[]> =>
  (await indexed.rows('relationships')).filter(({ method }) => method !== 'no-model');

const planned = async (indexed: Letters) =>
  (await indexed.plan(THEMES)).parts.find(({ step }) => step === 'model keywords');

describe('Themes of relationships that were read before', () => {
  it('cost one call for several, as their plan says, and are asked for once', async () => {
    const indexed = await letters(6, theming);
    await indexed.start(READ);
    const pairs = (await stated(indexed)).length;
    const plan = await planned(indexed);
    expect(plan).toMatchObject({ guessed: false });
    expect(plan?.calls).toBeLessThan(pairs);
    await indexed.start(THEMES);
    expect(calls(indexed)).toBe(plan?.calls);
    await indexed.start(THEMES);
    expect(calls(indexed)).toBe(plan?.calls);
    for (const row of await stated(indexed)) expect(row.theme_keywords).toEqual(['Zeugma lore', 'correspondence']);
    expect((await indexed.engine.view()).model?.found).toMatchObject({ themes: pairs });
  });

  it('are not asked for unless a person switches them on, nor for names that only appear together', async () => {
    const indexed = await letters(4, theming);
    await indexed.start(READ);
    expect(calls(indexed)).toBe(0);
    await indexed.start(THEMES);
    const rows = await indexed.rows('relationships');
    const bare = rows.filter(({ method }) => method === 'no-model');
    for (const row of bare) expect(row.theme_keywords_key).toBeNull();
  });

  it('lead a search to relationships, and are shown to no model as their words', async () => {
    const indexed = await letters(4, theming);
    await indexed.start(THEMES);
    const request = {
      question: 'What is known of Zeugma lore?',
      mode: 'lightrag-global',
      parameters: { 'lightrag-global': { high_keywords: 'Zeugma lore' } },
    } as const;
    const last = (await collect(indexed.engine.search(request))).at(-1);
    if (last?.kind !== 'answer') throw new Error('There is no answer.');
    const { sections, calls: made = [] } = last.answer.trace;
    const shown = sections.find(({ name }) => name === 'Relationships')?.items ?? [];
    expect(shown.length).toBeGreaterThan(0);
    const data = made.at(-1)?.messages.at(-1)?.content.split('Question:')[0];
    expect(data).not.toContain('Zeugma');
  });

  it('stay while the graph is derived anew, and go where what they follow from goes', async () => {
    const indexed = await letters(5, theming);
    await indexed.start(THEMES);
    const before = await stated(indexed);
    await collect(indexed.engine.add([textFile('new.txt', 'Ivy wrote to Jacob. Jacob met Ivy at the weir.')]));
    const kept = await stated(indexed);
    expect(kept.map(({ id, theme_keywords }) => [id, theme_keywords])).toEqual(
      before.map(({ id, theme_keywords }) => [id, theme_keywords]),
    );
    const [first] = (await indexed.engine.view()).documents;
    await collect(indexed.engine.removeDocuments([first?.id ?? '']));
    const left = await stated(indexed);
    expect(left.length).toBeLessThan(before.length);
    const still = new Map(before.map((row) => [row.id, row]));
    for (const row of left) {
      const isSame = row.evidence_starts.length === still.get(row.id)?.evidence_starts.length;
      expect(row.theme_keywords_key !== null).toBe(isSame);
    }
  });

  it('stay with a relationship whose end a person renames', async () => {
    const indexed = await letters(3, theming);
    await indexed.start(THEMES);
    const [row] = await stated(indexed);
    await collect(indexed.engine.renameEntity(row?.source_id ?? '', 'Ada Lovelace'));
    const renamed = (await stated(indexed)).find(({ id }) => id === row?.id);
    expect(renamed).toMatchObject({ source: 'Ada Lovelace', theme_keywords: ['Zeugma lore', 'correspondence'] });
  });

  it('go on after a failure in the middle, and nothing is asked twice', async () => {
    let answers = 1;
    const failing: Script = (request, call) => {
      if (!asksThemes(request)) return naming(request, call);
      return answers-- > 0 ? theming(request, call) : new ModelError('Gone.', { traits: ['holds for all'] });
    };
    const indexed = await letters(6, failing);
    await expect(indexed.start(THEMES)).rejects.toThrow('Gone.');
    const named = (await stated(indexed)).filter((row) => row.theme_keywords.length > 0);
    expect(named.length).toBeGreaterThan(0);
    answers = 100;
    const before = calls(indexed);
    const left = (await planned(indexed))?.calls;
    await collect(indexed.engine.indexWithModel(THEMES));
    expect(calls(indexed) - before).toBe(left);
    expect((await stated(indexed)).every((row) => row.theme_keywords.length > 0)).toBe(true);
  });

  it('are taken back with what their model made, and cost nothing a second time', async () => {
    const indexed = await letters(3, theming);
    await indexed.start(THEMES);
    const asked = calls(indexed);
    const runs = await indexed.engine.extractionRuns();
    const [named] = runs.filter(({ made }) => (made['themes'] ?? 0) > 0);
    expect(named).toMatchObject({ layer: 'Scripted (theme-keywords 1)' });
    await collect(indexed.engine.revertRuns([named?.layer ?? '']));
    expect((await stated(indexed)).every((row) => row.theme_keywords_key === null)).toBe(true);
    await indexed.start(THEMES);
    expect(calls(indexed)).toBe(asked);
  });

  it('are named of one relationship that a person looks at, and anew at another click', async () => {
    const indexed = await letters(3, theming);
    await indexed.start(READ);
    const [row] = await stated(indexed);
    const view = () => indexed.engine.evidence({ kind: 'relationship', id: row?.id ?? '', title: '' });
    expect((await view())?.themes).toEqual([]);
    for (const made of [1, 2]) {
      await collect(indexed.engine.nameThemes(row?.id ?? ''));
      expect(calls(indexed)).toBe(made);
    }
    expect((await view())?.themes).toEqual(['Zeugma lore', 'correspondence']);
    expect((await stated(indexed)).filter(({ theme_keywords: themes }) => themes.length > 0)).toHaveLength(1);
    await expect(collect(indexed.engine.nameThemes('gone'))).rejects.toThrow('has changed');
  });
});
