import { expect, it, vi } from 'vitest';
import { ModelChoices } from '../../../../src/app/models/model-choices.svelte';
import type { ModelRoom } from '../../../../src/app/models/model-room';
import type { EngineApi } from '../../../../src/core/engine/api';
import { memorySettings } from '../../../helpers/memory-replies';

const SERVER = { address: 'http://localhost:11434', key: 'secret', parallel: 2 };

/** The same browser profile in so many tabs. */
async function openTabs(count: number) {
  const settings = memorySettings();
  const engine = {
    setting: async (name: string) => (await settings.get(name)) ?? null,
    changeSetting: async (name: string, parts: Readonly<Record<string, unknown>>) => settings.change(name, parts),
  } as unknown as EngineApi;
  const tabs = Array.from({ length: count }, () => {
    const follow = vi.fn();
    const room = { follow } as unknown as ModelRoom;
    return { choices: new ModelChoices(async () => engine, room), follow };
  });
  await Promise.all(tabs.map(({ choices }) => choices.load()));
  return { tabs: tabs as [(typeof tabs)[0], (typeof tabs)[0]], settings };
}

it('keeps what two tabs chose, one after the other', async () => {
  const { tabs, settings } = await openTabs(2);
  const [one, two] = tabs;
  await one.choices.keep({ server: SERVER });
  await two.choices.keep({ embedding: 'small' });
  expect(await settings.get('models')).toMatchObject({ server: SERVER, embedding: 'small' });
  expect(two.choices.settings).toMatchObject({ server: SERVER, embedding: 'small' });
});

it('does not bring back a server, and its key, that another tab disconnected', async () => {
  const { tabs, settings } = await openTabs(2);
  const [one, two] = tabs;
  await one.choices.keep({ server: SERVER });
  await expect.poll(() => two.choices.settings.server).toEqual(SERVER);
  await one.choices.keep({ server: null });
  await two.choices.keep({ embedding: 'small' });
  expect(await settings.get('models')).toMatchObject({ server: null });
});

it('keeps both of two choices made at the same time in one tab', async () => {
  const { tabs, settings } = await openTabs(1);
  const [{ choices }] = tabs;
  await Promise.all([choices.keep({ server: SERVER }), choices.keep({ embedding: 'small' })]);
  expect(await settings.get('models')).toMatchObject({ server: SERVER, embedding: 'small' });
});

it('follows what another tab chose, and so does where the models run', async () => {
  const { tabs } = await openTabs(2);
  const [one, two] = tabs;
  await one.choices.keep({ embedding: 'small' });
  await expect.poll(() => two.choices.settings.embedding).toBe('small');
  expect(two.follow).toHaveBeenLastCalledWith(expect.objectContaining({ embedding: 'small' }));
});

it('reads settings of earlier versions, and keeps an embedding model of the server beside them', async () => {
  const { tabs, settings } = await openTabs(1);
  const [{ choices }] = tabs;
  await choices.keep({
    embedding: 'Xenova/bge-small-en-v1.5 q8',
    left: { address: 'a', chat: null, reading: null, reports: null },
  });
  expect(choices.settings.embedding).toBe('Xenova/bge-small-en-v1.5 q8');
  await choices.keep({ embedding: { provider: 'server', model: 'bge-m3' } });
  expect(await settings.get('models')).toMatchObject({ embedding: { provider: 'server', model: 'bge-m3' } });
});
