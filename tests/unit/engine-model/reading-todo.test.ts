import { expect, it } from 'vitest';
import { OpenCollection } from '../../../src/core/engine/open-collection';
import { readingTodo } from '../../../src/core/engine/model/reading-todo';
import { testEnv } from '../../helpers/engine-env';
import { mention, unit } from '../../helpers/rows';
import { documentRow } from '../storage/rows';

it('a passage lets its own names go once it is read, and no other’s', async () => {
  const env = testEnv();
  const record = await env.collections.create('Letters');
  const open = new OpenCollection(record, await env.collections.open(record.id), env);
  await open.load();
  const units = ['u1', 'u2'].map((id, at) => unit(id, 'd1', [[10 * at, 10 * at + 10]], at));
  const named = units.map(({ id }, at) => mention('ada', { sentence: at, start: 10 * at, text_unit_id: id }));
  await open.commit(() => ({ append: { documents: [documentRow('d1')], text_units: units, extractions: named } }));
  const todo = await readingTodo(open, { budget: 1 }, { env });
  expect(todo.units.map(({ mentions }) => mentions.length)).toEqual([1, 1]);
  todo.units[0]?.letGo();
  expect(todo.units.map(({ mentions }) => mentions.length)).toEqual([0, 1]);
});
