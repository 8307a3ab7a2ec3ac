import { describe, expect, it } from 'vitest';
import { suggestAliases } from '../../../src/core/extract/aliases/suggest-aliases';
import { finish } from '../../../src/core/work';
import { entityKey } from '../../../src/core/extract/entity-key';
import { inEnglish } from '../../../src/core/message';

const entity = (title: string, type = 'concept', frequency = 2) => ({
  id: title,
  title,
  type,
  frequency,
  key: entityKey(title),
});
const link = (source_id: string, target_id: string) => ({ source_id, target_id });
const pairs = (entities: ReturnType<typeof entity>[], links: ReturnType<typeof link>[] = []): string[] =>
  finish(suggestAliases(entities, links)).map(({ from, into }) => `${from.title} > ${into.title}`);

describe('suggestAliases', () => {
  it('suggests the only person with a surname or first name', () => {
    expect(pairs([entity('Ines Calloway', 'person'), entity('Calloway'), entity('Ines', 'person')])).toEqual([
      'Calloway > Ines Calloway',
      'Ines > Ines Calloway',
    ]);
  });

  it('suggests among several people with a name only those in the same company', () => {
    const people = [
      entity('Ines Calloway', 'person'),
      entity('Tom Calloway', 'person'),
      entity('Calloway', 'person'),
      entity('Well'),
    ];
    expect(pairs(people)).toEqual([]);
    expect(pairs(people, [link('Tom Calloway', 'Well'), link('Well', 'Calloway')])).toEqual([
      'Calloway > Tom Calloway',
    ]);
  });

  it('never suggests that a place is part of a building named after it', () => {
    expect(pairs([entity('Ellery', 'place'), entity('Ellery Museum', 'organization')])).toEqual([]);
  });

  it('suggests a titled name and an acronym', () => {
    expect(pairs([entity('Captain Ines Calloway', 'person'), entity('Ines Calloway', 'person')])).toContain(
      'Captain Ines Calloway > Ines Calloway',
    );
    expect(pairs([entity('CWI'), entity('Coastal Water Institute', 'organization')])).toEqual([
      'CWI > Coastal Water Institute',
    ]);
  });

  it('never suggests across initials, and an initial only for the one person it fits', () => {
    const clara = entity('Clara Tarrant', 'person');
    expect(pairs([entity('C. Tarrant', 'person'), entity('A. Tarrant', 'person'), clara])).toEqual([
      'C. Tarrant > Clara Tarrant',
    ]);
    expect(pairs([entity('C. Tarrant', 'person'), clara, entity('Cecil Tarrant', 'person')])).toEqual([]);
  });

  it('suggests an acronym only for what it spells, and never two letters for a person', () => {
    expect(pairs([entity('MG'), entity('Martha Garside', 'person')])).toEqual([]);
    expect(pairs([entity('CWI'), entity('Institute of Coastal Water', 'organization')])).toEqual([]);
    expect(pairs([entity('M.G.'), entity('Martha Garside', 'person')])).toEqual(['M.G. > Martha Garside']);
  });

  it('suggests a surname only for a person with twice as much company in common as any other', () => {
    const people = [entity('Ines Calloway', 'person'), entity('Tom Calloway', 'person'), entity('Calloway', 'person')];
    const all = [...people, entity('Well'), entity('Dock')];
    const both = [link('Tom Calloway', 'Well'), link('Ines Calloway', 'Dock'), link('Calloway', 'Dock')];
    expect(pairs(all, [...both, link('Calloway', 'Well')])).toEqual([]);
    expect(pairs(all, both)).toEqual(['Calloway > Ines Calloway']);
  });

  it('suggests long names that differ in a letter, not in a digit', () => {
    expect(pairs([entity('Okonkwo Laboratories', 'organization', 5), entity('Okonkwo Labratories')])).toEqual([
      'Okonkwo Labratories > Okonkwo Laboratories',
    ]);
    expect(pairs([entity('North Well 12'), entity('North Well 13')])).toEqual([]);
  });

  it('suggests a Chinese name within a longer one that shares its company', () => {
    const names = [entity('鹭港镇议会'), entity('镇议会'), entity('林晓云')];
    expect(pairs(names)).toEqual([]);
    expect(pairs(names, [link('鹭港镇议会', '林晓云'), link('林晓云', '镇议会')])).toEqual(['镇议会 > 鹭港镇议会']);
  });

  it('gives each pair once, with a reason in words', () => {
    const found = finish(suggestAliases([entity('Ines Calloway', 'person'), entity('Calloway', 'person')], []));
    expect(found).toHaveLength(1);
    expect(inEnglish(found[0]?.reason ?? '')).toMatch(/^“Calloway” is the last word of “Ines Calloway”\..*\.$/);
  });

  it('stops often on the way, so that questions are answered meanwhile', () => {
    const many = Array.from({ length: 2000 }, (_, n) => entity(`Harbour ${n.toString(36)} Company`));
    let stops = 0;
    for (const { done, total } of suggestAliases(many, [])) {
      expect(done).toBeLessThanOrEqual(total);
      stops++;
    }
    expect(stops).toBeGreaterThan(100);
  });

  it('is the same for any order of entities', () => {
    const all = [
      entity('Ines Calloway', 'person'),
      entity('Calloway'),
      entity('CWI'),
      entity('Coastal Water Institute'),
    ];
    expect(pairs([...all].reverse())).toEqual(pairs(all));
  });
});

describe('entityKey', () => {
  it.each([
    ['The Harbour Boards', 'harbour board'],
    ['Brandt’s', 'brandt'],
    ['ＡＢＣ', 'abc'],
    ['Ｇull  Island', 'gull island'],
    ['the', 'the'],
  ])('of %s is %s', (title, key) => {
    expect(entityKey(title)).toBe(key);
  });
});
