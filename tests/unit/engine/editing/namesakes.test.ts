import { describe, expect, it } from 'vitest';
import { namesakes, typesOf } from '../../../../src/core/engine/editing/edits';
import { collect, textFile } from '../../../helpers/engine-env';
import { letter, letters } from '../../../helpers/indexed-letters';
import type { EntityRow } from '../../../../src/core/tables/tables';
import { inEnglish } from '../../../../src/core/message';

const entity = (id: string, title: string, aliases: readonly string[] = [], type = 'person'): EntityRow => ({
  id,
  human_readable_id: 0,
  title,
  type,
  description: '',
  text_unit_ids: [],
  frequency: 1,
  degree: 0,
  key: title.toLowerCase(),
  aliases,
  method: 'no-model',
  description_hash: null,
  x: null,
  y: null,
});

describe('Entities by name', () => {
  const rows = [
    entity('a', 'The Feld family'),
    entity('b', 'Emil', ['Feld']),
    entity('c', 'Felder'),
    entity('d', 'FELD'),
  ];

  it('come first where the title is just that, then where another name is, then where one begins so', () => {
    expect(namesakes(rows, 'feld ', 9).map(({ id }) => id)).toEqual(['d', 'b', 'c', 'a']);
    expect(namesakes(rows, 'feld', 1).map(({ id }) => id)).toEqual(['d']);
    expect(namesakes(rows, ' ', 9)).toEqual([]);
  });

  it('have types, the commonest first', () => {
    expect(typesOf([entity('a', 'A', [], 'place'), entity('b', 'B'), entity('c', 'C')])).toEqual(['person', 'place']);
  });
});

it('an entity keeps the type that a person gave it through every change, until that is undone', async () => {
  const { engine } = await letters(6);
  const [ada] = await engine.namesakes('Ada', 1);
  if (!ada) throw new Error('nobody was found');
  await collect(engine.changeType(ada.id, 'ship'));
  await collect(engine.add([textFile('new.txt', letter(30))]));
  expect(await engine.namesakes('Ada', 1)).toMatchObject([{ type: 'ship' }]);
  const [edit] = await engine.edits();
  expect(inEnglish(edit?.words ?? '')).toBe('Changed the type of “Ada” to ship');
  await collect(engine.undo(edit?.id ?? ''));
  expect(await engine.namesakes('Ada', 1)).toMatchObject([{ type: ada.type }]);
});
