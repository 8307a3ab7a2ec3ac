import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLoopback, readAddress } from '../../../../src/adapters/models/server/address';
import { ModelError } from '../../../../src/core/errors';
import { serveModelServer, type ModelServer } from '../../../helpers/model-server';
import { ASK, errorOf, hostFor, replyOf, TINY } from '../../../helpers/model-server-client';

describe('an address is read as people write it', () => {
  it.each([
    ['http://localhost:11434', 'http://localhost:11434'],
    ['localhost:1234', 'http://localhost:1234'],
    ['  http://127.0.0.1:8080/v1/ ', 'http://127.0.0.1:8080'],
    ['http://localhost:8000/v1/chat/completions', 'http://localhost:8000'],
    ['http://localhost:8000/proxy/v1', 'http://localhost:8000/proxy'],
    ['LOCALHOST:8080///', 'http://localhost:8080'],
    ['http://0.0.0.0:8000', 'http://localhost:8000'],
    ['http://[::1]:8080', 'http://localhost:8080'],
    ['http://2130706433:8080', 'http://127.0.0.1:8080'],
    ['http://0x7f.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost', 'http://localhost'],
  ])('%s', (typed, root) => {
    const address = readAddress(typed);
    expect(address).toEqual({ root, api: `${root}/v1` });
    expect(isLoopback(address)).toBe(true);
  });
});

describe('nothing is sent to an address that', () => {
  it.each([
    ['is another host', 'http://example.com:11434', 'not this machine'],
    ['only begins like this machine', 'http://localhost.evil.example', 'not this machine'],
    ['only ends like this machine', 'http://evil.localhost:1234', 'not this machine'],
    ['has the number of this machine in its name', 'http://127.0.0.1.nip.example', 'not this machine'],
    ['ends with a dot', 'http://localhost.:11434', 'not this machine'],
    ['is another number of this machine, which the policy does not know', 'http://127.0.0.2:11434', 'not this machine'],
    ['is a decimal number elsewhere', 'http://134744072', 'not this machine'],
    ['is in the local network', 'http://192.168.1.5:11434', 'not this machine'],
    ['holds the IPv4 in an IPv6', 'http://[::ffff:8.8.8.8]:11434', 'not this machine'],
    ['is another IPv6', 'http://[2001:db8::1]:11434', 'not this machine'],
    ['hides the host behind a name', 'http://localhost@evil.example/', 'name or a password'],
    ['hides the host behind a password', 'http://localhost:11434@evil.example', 'name or a password'],
    ['carries a password to this machine', 'http://me:secret@localhost:11434', 'name or a password'],
    ['uses a backslash', 'http://evil.example\\@localhost:11434', 'not this machine'],
    ['is encrypted on this machine', 'https://localhost:8443/v1', 'write http://localhost:8443'],
    ['is of another scheme', 'file:///etc/passwd', 'not the address of a model server'],
    ['is code', 'javascript://localhost/%0aalert(1)', 'not the address of a model server'],
    ['is a socket', 'ws://localhost:11434', 'not the address of a model server'],
    ['is a sentence', 'what is this', 'not the address of a model server'],
    ['is empty', '   ', 'not the address of a model server'],
    ['is no address', 'http://', 'not the address of a model server'],
    ['has a port that is none', 'http://localhost:99999', 'not the address of a model server'],
  ])('%s', async (_name, typed, words) => {
    let fetched = 0;
    const fetch = () => Promise.reject(new Error(`Fetch ${String(++fetched)}`));
    const error = await errorOf(hostFor(typed, { fetch }));
    expect(error).toBeInstanceOf(ModelError);
    expect(error.message).toContain(words);
    expect(fetched).toBe(0);
  });

  it('was not allowed when the site was built, even beside one that was', () => {
    const allowed = ['https://models.example.org', 'http://10.0.0.5:11434'];
    expect(readAddress('https://models.example.org/v1', allowed).root).toBe('https://models.example.org');
    expect(readAddress('http://10.0.0.5:11434', allowed).root).toBe('http://10.0.0.5:11434');
    for (const typed of ['http://models.example.org', 'http://10.0.0.5:11435', 'https://x.models.example.org'])
      expect(() => readAddress(typed, allowed)).toThrow('not this machine');
  });
});

describe('with a server at a good address', () => {
  let server: ModelServer;
  let other: ModelServer;
  beforeEach(async () => {
    [server, other] = await Promise.all([serveModelServer(), serveModelServer()]);
  });
  afterEach(() => Promise.all([server.close(), other.close()]));

  it.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed, and told', async (status) => {
    const location = `${other.url}/v1/models`;
    server.instead.set('/v1/models', { status, location });
    server.instead.set('/v1/chat/completions', { status, location });
    const { host, fetched } = await hostFor(server.url, { key: 'secret' });
    for (const call of [() => host.models(), () => replyOf(host.generate(TINY, ASK))])
      expect((await errorOf(call())).message).toContain('sends on to another address, which Burrow does not follow');
    expect(other.asked).toEqual([]);
    expect(fetched.every((url) => url.startsWith(server.url))).toBe(true);
  });

  it('the guard’s way of getting to know who asks, once back to the same address, is not taken for one', async () => {
    let known = false;
    const { host } = await hostFor(server.url, {
      fetch: (url, init) => {
        if (known) return fetch(url, init);
        known = true;
        return Promise.resolve(new Response(null, { status: 307, headers: { Location: url } }));
      },
    });
    expect(await host.models()).toEqual([{ name: 'tiny' }]);
    expect(server.asked).toHaveLength(1);
  });

  it('a key goes along, and neither cookies nor the page’s address do', async () => {
    server.key = 'secret';
    const inits: RequestInit[] = [];
    const { host } = await hostFor(server.url, {
      key: ' secret ',
      fetch: (url, init) => {
        inits.push(init);
        return fetch(url, init);
      },
    });
    await host.models();
    await replyOf(host.generate(TINY, ASK));
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', 'Bearer secret']);
    for (const init of inits) expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  it('without a key no header for one is sent', async () => {
    const { host } = await hostFor(server.url);
    await host.models();
    expect(server.asked[0]?.headers).not.toHaveProperty('authorization');
  });

  it('a key that cannot be one is refused before any request', async () => {
    const error = await errorOf(hostFor(server.url, { key: 'schlüssel\n' }));
    expect(error.message).toContain('Check what was pasted');
    expect(server.asked).toEqual([]);
  });

  it('settings that are refused leave the server of before in place', async () => {
    const { host } = await hostFor(server.url);
    await errorOf(host.configure({ address: 'http://example.com', key: '', parallel: 1 }));
    expect(await host.models()).toEqual([{ name: 'tiny' }]);
  });
});
