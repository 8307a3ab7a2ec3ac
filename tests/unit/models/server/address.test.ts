import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerNetwork } from '../../../../src/adapters/models/server/server-connection';
import { ModelError } from '../../../../src/core/errors';
import { isLoopback, outsideOrigin, readAddress } from '../../../../src/core/models/model-hosts';
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

describe('beyond this machine, an address is one scheme, host and port to be allowed', () => {
  it.each([
    ['http://192.168.1.5:11434', 'http://192.168.1.5:11434'],
    ['10.0.0.5:8000/v1', 'http://10.0.0.5:8000'],
    ['http://172.16.0.1', 'http://172.16.0.1'],
    ['http://172.31.255.255:80', 'http://172.31.255.255'],
    ['http://169.254.10.1:1234', 'http://169.254.10.1:1234'],
    ['http://GPU-Box.local:11434/', 'http://gpu-box.local:11434'],
    ['gpu-box:11434', 'http://gpu-box:11434'],
    ['http://3232235781:11434', 'http://192.168.1.5:11434'],
    ['https://gpu-box.local', 'https://gpu-box.local'],
    ['https://192.168.1.5:8443', 'https://192.168.1.5:8443'],
    ['https://models.example.org/api/v1/', 'https://models.example.org'],
    ['https://MODELS.example.org:443/v1', 'https://models.example.org'],
    ['https://127.0.0.1.nip.example', 'https://127.0.0.1.nip.example'],
    ['https://xn--pi-6kc.example', 'https://xn--pi-6kc.example'],
    ['https://аpi.example', 'https://xn--pi-6kc.example'],
    ['https://models.example。org', 'https://models.example.org'],
  ])('%s', (typed, origin) => {
    expect(outsideOrigin(readAddress(typed))).toBe(origin);
  });

  it('and this machine is none', () => {
    for (const typed of ['localhost:11434', 'http://127.0.0.1:1234', 'http://[::1]:8080', 'http://0.0.0.0:8000'])
      expect(outsideOrigin(readAddress(typed))).toBeNull();
  });
});

describe('nothing is sent, whatever was allowed, to an address that', () => {
  const encrypted = 'so it needs https';
  const name = 'is a name of this machine';
  const unnamed = 'cannot be allowed by name';
  it.each([
    ['is elsewhere without encryption', 'http://example.com:11434', encrypted],
    ['only begins like this machine', 'http://localhost.evil.example', encrypted],
    ['has the number of this machine in its name', 'http://127.0.0.1.nip.example', encrypted],
    ['has a local number in its name', 'http://192.168.1.5.evil.example', encrypted],
    ['only begins like a local name', 'http://gpu-box.local.evil.example', encrypted],
    ['only ends like a local name', 'http://evillocal.example', encrypted],
    ['is a public number beside the local ones', 'http://172.32.0.1:11434', encrypted],
    ['is a public number', 'http://192.169.1.5:11434', encrypted],
    ['is a decimal number elsewhere', 'http://134744072', encrypted],
    ['is an octal number elsewhere', 'http://010.8.8.8', encrypted],
    ['uses a backslash', 'http://evil.example\\@localhost:11434', encrypted],
    ['is a further name of this machine', 'http://evil.localhost:1234', name],
    ['is such a name with encryption', 'https://evil.localhost', name],
    ['is another number of this machine', 'http://127.0.0.2:11434', name],
    ['is that number in octal, with encryption', 'https://0177.0.0.2', name],
    ['is this machine with a dot at the end', 'http://localhost.:11434', unnamed],
    ['ends with a dot', 'https://models.example.org.', unnamed],
    ['ends with a dot in the local network', 'http://gpu-box.local.:11434', unnamed],
    ['is a wildcard', 'https://*.example.org', unnamed],
    ['is every host', 'http://*:11434', unnamed],
    ['adds a directive to the policy', 'https://a.example;script-src', unnamed],
    ['adds a host to the policy', 'https://a.example,evil.example', unnamed],
    ['has a quotation mark', "https://'self'", unnamed],
    ['has an underscore', 'http://gpu_box:11434', unnamed],
    ['holds an IPv4 in an IPv6', 'http://[::ffff:8.8.8.8]:11434', unnamed],
    ['is a local IPv6', 'http://[fd00::5]:11434', unnamed],
    ['is another IPv6', 'https://[2001:db8::1]', unnamed],
    ['hides the host behind a name', 'http://localhost@evil.example/', 'name or a password'],
    ['hides the host behind a password', 'http://localhost:11434@evil.example', 'name or a password'],
    ['hides the host behind an allowed one', 'https://models.example.org@evil.example', 'name or a password'],
    ['carries a password to this machine', 'http://me:secret@localhost:11434', 'name or a password'],
    ['is encrypted on this machine', 'https://localhost:8443/v1', 'write http://localhost:8443'],
    ['is of another scheme', 'file:///etc/passwd', 'not the address of a model server'],
    ['is code', 'javascript://localhost/%0aalert(1)', 'not the address of a model server'],
    ['is a socket', 'ws://gpu-box.local:11434', 'not the address of a model server'],
    ['is a sentence', 'what is this', 'not the address of a model server'],
    ['is empty', '   ', 'not the address of a model server'],
    ['is no address', 'http://', 'not the address of a model server'],
    ['has a port that is none', 'http://localhost:99999', 'not the address of a model server'],
  ])('%s', async (_name, typed, words) => {
    let fetched = 0;
    const fetch = () => Promise.reject(new Error(`Fetch ${String(++fetched)}`));
    const allowed = ['https://models.example.org', 'http://gpu-box.local:11434', 'http://example.com:11434'];
    const error = await errorOf(hostFor(typed, { fetch, allowed }));
    expect(error).toBeInstanceOf(ModelError);
    expect(error.message).toContain(words);
    expect(fetched).toBe(0);
  });

  it.each([
    'http://192.168.1.5:11434',
    'http://10.0.0.5:11435',
    'https://10.0.0.5:11434',
    'https://models.example.org:8443',
    'https://x.models.example.org',
    'https://example.org',
  ])('was not allowed, %s, beside others that were', async (typed) => {
    const allowed = ["'self'", 'http://localhost:*', 'https://models.example.org', 'http://10.0.0.5:11434'];
    const error = await errorOf(hostFor(typed, { allowed }));
    expect(error).toMatchObject({ name: 'ModelError', traits: ['holds for all'] });
    expect(error.message).toContain(`Burrow may not send to ${new URL(typed).host}`);
  });
});

describe('beyond this machine', () => {
  const refusing = (inits: RequestInit[]) => (_url: string, init: RequestInit) => {
    inits.push(init);
    return Promise.reject(new TypeError('Failed to fetch'));
  };

  it.each([
    ['http://gpu-box.local:11434', 'local', ['cors']],
    ['https://models.example.org', undefined, ['cors']],
    ['http://localhost:11434', undefined, ['cors', 'no-cors']],
  ])('only without encryption a name must lead into the local network: %s', async (address, space, modes) => {
    const inits: (RequestInit & { readonly targetAddressSpace?: string })[] = [];
    const allowed = [new URL(address).origin];
    const { host } = await hostFor(address, { allowed, fetch: refusing(inits) });
    await errorOf(host.models());
    expect(inits.map(({ mode = 'cors' }) => mode)).toEqual(modes); // what is sent without CORS follows the server anywhere
    for (const init of inits) expect(init.targetAddressSpace).toBe(space);
  });

  it.each([
    ['an encrypted page that cannot', 'http://gpu-box.local:11434', 'https://burrow.example', 'Give the server at'],
    ['a missing permission', 'http://gpu-box.local:11434', 'http://burrow.example', 'connect to your local network'],
    ['a missing server', 'http://gpu-box.local:11434', 'http://localhost:4173', 'listen for other machines'],
    ['a server that lets no page read', 'http://gpu-box.local:11434', 'http://localhost:4173', 'OLLAMA_ORIGINS=http'],
    ['one with encryption that lets none', 'https://gpu-box.local', 'http://localhost:4173', 'may not let pages from'],
    ['a certificate', 'https://gpu-box.local', 'http://localhost:4173', 'does not trust its certificate'],
    ['both', 'https://gpu-box.local', 'https://burrow.example', 'Is it in your local network? Allow it'],
  ])('what the browser demands is said: %s', async (_name, address, origin, words) => {
    const allowed = [new URL(address).origin];
    const permission: ServerNetwork['permission'] = async (network) =>
      network === 'local-network' ? 'denied' : 'unknown';
    const { host } = await hostFor(address, { allowed, origin, permission, fetch: refusing([]) });
    expect((await errorOf(host.models())).message).toContain(words);
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
