import { expect, it } from 'vitest';
import { ModelChoices } from '../../../../src/app/models/model-choices.svelte';
import { ServerLink, ServerPermission, type PermissionNeeds } from '../../../../src/app/models/server.svelte';
import { inEnglish } from '../../../../src/core/message';
import type { EngineApi } from '../../../../src/core/engine/api';
import { fakeModelRoom } from '../../../helpers/fake-models';
import { memorySettings } from '../../../helpers/memory-replies';

const BOX = 'http://gpu-box.local:11434';
const NEXT = 'http://gpu-next.local:11434';

/** A link whose server answers while `state.answers`, and whose guard complains of a silent tab when a server is withdrawn while `state.silent`. */
async function link() {
  const state = { answers: true, silent: false };
  const settings = memorySettings();
  const engine = {
    setting: async (name: string) => (await settings.get(name)) ?? null,
    changeSetting: async (name: string, parts: Readonly<Record<string, unknown>>) => settings.change(name, parts),
  } as unknown as EngineApi;
  const room = fakeModelRoom({
    server: async () => {
      if (!state.answers) throw new Error('Nothing answers there.');
      return [{ name: 'small:1b' }];
    },
  });
  const policy = { sealed: false, servers: [] as readonly string[], hosts: [] };
  const needs = {
    dialogs: { confirm: async () => true },
    settings: { policy },
    shell: {
      allowServers: async (servers: readonly string[]) => {
        const isLess = policy.servers.some((server) => !servers.includes(server));
        policy.servers = servers;
        if (isLess && state.silent) throw new Error('One other tab did not answer.');
      },
    },
  } as unknown as PermissionNeeds;
  const choices = new ModelChoices(async () => engine, room);
  await choices.load();
  const server = new ServerLink(room, choices, new ServerPermission(needs));
  const connect = (address: string) => server.connect({ address, key: '', parallel: 2 });
  return { state, choices, policy, server, connect };
}

it('keeps the address of a server in one form, however it was typed', async () => {
  const { choices, connect, server } = await link();
  for (const typed of ['localhost:8000/proxy/v1', 'http://LOCALHOST:8000/proxy/', 'http://localhost:8000/proxy']) {
    await connect(typed);
    expect(choices.settings.server?.address).toBe('http://localhost:8000/proxy');
  }
  expect(server.address).toBe('http://localhost:8000/proxy');
});

it('chooses the models again of a server that was disconnected under another form of its address', async () => {
  const { choices, connect } = await link();
  const chat = { provider: 'server', model: 'small:1b' } as const;
  await choices.keep({ left: { address: 'localhost:11434/v1', chat, reading: null, reports: chat } });
  await connect('http://localhost:11434');
  expect(choices.settings).toMatchObject({ chat, reading: null, reports: chat, left: null });
});

it('leaves no permission for a server that refused, and keeps the one of the server in use', async () => {
  const { state, policy, server, connect, choices } = await link();
  await connect(BOX);
  state.answers = false;
  await connect(NEXT);
  const refused = server.state.kind === 'refused' ? inEnglish(server.state.words) : '';
  expect(refused).toBe(`Nothing answers there. The server at ${BOX} stays in use.`);
  expect(policy.servers).toEqual([BOX]);
  await connect(BOX);
  expect(policy.servers).toEqual([BOX]);
  expect(choices.settings.server?.address).toBe(BOX);
});

it('is connected to the next server, and says so, where another tab may go on with the one before', async () => {
  const { state, policy, server, connect, choices } = await link();
  await connect(BOX);
  state.silent = true;
  await expect(connect(NEXT)).rejects.toThrow('One other tab');
  expect([server.state.kind, server.address]).toEqual(['connected', NEXT]);
  expect(server.models).toHaveLength(1);
  expect(choices.settings.server?.address).toBe(NEXT);
  expect(policy.servers).toEqual([NEXT]);
});

it('is disconnected, and says so, where another tab may go on', async () => {
  const { state, server, connect, choices } = await link();
  await connect(BOX);
  await choices.keep({ chat: { provider: 'server', model: 'small:1b' } });
  state.silent = true;
  await expect(server.disconnect()).rejects.toThrow('One other tab');
  expect(server.state.kind).toBe('off');
  expect(choices.settings).toMatchObject({ server: null, chat: null, left: { address: BOX } });
});

it('is connected again once it is unsealed, also where this visit began sealed', async () => {
  const { policy, choices, connect, server } = await link();
  await connect(BOX);
  const { server: settings } = choices.settings;
  policy.sealed = true;
  await server.followSeal();
  expect(server.state).toMatchObject({ kind: 'refused', address: BOX });
  policy.sealed = false;
  await server.followSeal();
  expect(server.state.kind).toBe('connected');
  expect(choices.settings.server).toBe(settings);
});

it('lets go of what sealed mode refused once it is off, and keeps what another server refused', async () => {
  const { policy, state, connect, server } = await link();
  policy.sealed = true;
  await connect(BOX);
  expect(server.state.kind).toBe('refused');
  policy.sealed = false;
  await server.followSeal();
  expect(server.state.kind).toBe('off');
  await connect('http://localhost:11434');
  state.answers = false;
  await server.reconnect({ address: 'http://localhost:11434', key: '', parallel: 2 });
  await server.followSeal();
  expect(server.state).toMatchObject({ kind: 'refused', words: expect.stringContaining('Nothing answers there.') });
});
