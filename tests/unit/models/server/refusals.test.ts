import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainFailure, explainStatus, type Failure } from '../../../../src/adapters/models/server/server-errors';
import { hasTrait, ModelError } from '../../../../src/core/errors';
import { serveModelServer, type ModelServer } from '../../../helpers/model-server';
import { ASK, errorOf, hostFor, replyOf, TINY } from '../../../helpers/model-server-client';

/** Real answers of servers that refuse. */
interface Case {
  readonly call: 'chat' | 'models';
  readonly status: number;
  readonly type?: string;
  readonly body: string | object;
  /** Parts of the words for the person. */
  readonly words: readonly string[];
  /** True if the same call may succeed later. */
  readonly again: boolean;
}

const FOLDER = 'tests/fixtures/model-server/refusals';
const cases = readdirSync(FOLDER).map(
  (file) => [file.replace('.json', ''), JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Case] as const,
);

let server: ModelServer;
beforeEach(async () => {
  server = await serveModelServer();
});
afterEach(() => server.close());

describe('a refusal of a server is told with what to do about it:', () => {
  it.each(cases)('%s', async (_name, { call, status, type, body, words, again }) => {
    const path = call === 'chat' ? '/v1/chat/completions' : '/v1/models';
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    server.instead.set(path, { status, body: text, ...(type !== undefined && { type }) });
    const { host } = await hostFor(server.url);
    const error = await errorOf(call === 'chat' ? replyOf(host.generate(TINY, ASK)) : host.models());
    expect(error).toBeInstanceOf(ModelError);
    for (const part of words) expect(error.message).toContain(part);
    expect(error.message).toMatch(/[.)]$/u);
    expect(hasTrait(error, 'worth another try')).toBe(again);
    expect(server.asked).toHaveLength(1);
  });
});

it.each([
  ['a wrong key', 401, '', true],
  ['a page that it refuses', 403, '', true],
  ['a model that it does not have', 404, "model 'tiny' not found", true],
  ['a prompt that is too long', 400, 'the prompt is too long', false],
  ['too many calls', 429, '', false],
])('%s is told to hold for all further calls, or for that one (%i)', (_name, status, body, forAll) => {
  const error = explainStatus({
    status,
    body,
    origin: 'https://example.org',
    root: 'http://localhost:11434',
    model: 'tiny',
  });
  expect(hasTrait(error, 'holds for all')).toBe(forAll);
});

it('a refusal whose words never end is told by its status', async () => {
  server.instead.set('/v1/chat/completions', {
    status: 500,
    type: 'text/plain',
    body: 'no! '.repeat(500),
    endless: true,
  });
  const { host } = await hostFor(server.url);
  const { message } = await errorOf(replyOf(host.generate(TINY, ASK)));
  expect(message).toContain('The server failed (500): no!');
  expect(message).toContain('Look into its log, and whether this machine has memory enough');
  await expect.poll(() => server.left).toBe(1);
});

it('a refusal whose words do not come is told by its status when they are waited for no longer', async () => {
  server.instead.set('/v1/chat/completions', { status: 503, body: '{"error":', then: 'hold' });
  const { host, lapse } = await hostFor(server.url);
  const outcome = errorOf(replyOf(host.generate(TINY, ASK)));
  await expect.poll(() => server.running).toBe(1);
  await expect.poll(() => (lapse(), server.running)).toBe(0);
  expect((await outcome).message).toContain('busy');
});

it('a server that takes the connection and says nothing is given up and told', async () => {
  server.instead.set('/v1/models', { then: 'hold' });
  const { host, lapse } = await hostFor(server.url);
  const outcome = errorOf(host.models());
  await expect.poll(() => server.asked.length).toBe(1);
  lapse();
  expect((await outcome).message).toContain('did not answer within 20 seconds');
});

it('an endless list of models is cut and told', async () => {
  server.instead.set('/v1/models', { body: '{"data":['.padEnd(60_000), endless: true });
  const { host } = await hostFor(server.url);
  expect((await errorOf(host.models())).message).toContain('has no OpenAI-compatible API');
});

it('a port at which nothing listens is told, with the usual ports', async () => {
  await server.close();
  const { host } = await hostFor(server.url);
  const error = await errorOf(host.models());
  expect(error.message).toContain(`Nothing answers at ${server.url}`);
  expect(error.message).toContain('Ollama listens on 11434');
  expect(hasTrait(error, 'worth another try')).toBe(true);
});

describe('a fetch that fails without an answer', () => {
  const failure = (more: Partial<Failure>): string =>
    explainFailure({
      address: { root: 'http://localhost:11434', api: 'http://localhost:11434/v1' },
      origin: 'https://burrow.example',
      permission: 'granted',
      reachable: false,
      cause: new TypeError('Failed to fetch'),
      ...more,
    }).message;

  it.each(['denied', 'prompt'] as const)('is the browser’s refusal while its permission is %s', (permission) => {
    expect(failure({ permission })).toMatch(/browser has not let this page connect.*Allow it.*then connect again/u);
  });

  it.each(['granted', 'unknown'] as const)('is a server that is not there when the permission is %s', (permission) => {
    expect(failure({ permission })).toContain('Nothing answers at http://localhost:11434');
  });

  it('is never the browser’s refusal for a page that itself comes from this machine', () => {
    expect(failure({ permission: 'prompt', origin: 'http://127.0.0.1:4173' })).toContain('Nothing answers');
  });

  it('is a connection that was broken off when the server answered this page before', () => {
    expect(failure({ reachable: true, answered: true })).toMatch(/broke the connection off before it answered/u);
  });

  it('is a server without CORS when it can be reached', () => {
    expect(failure({ reachable: true })).toMatch(
      /does not let pages from https:\/\/burrow\.example read.*OLLAMA_ORIGINS=https:\/\/burrow\.example/su,
    );
  });
});

describe('how to let this page read is told with the line to type,', () => {
  const lines = (root: string): string =>
    explainStatus({ status: 403, body: '', origin: 'https://burrow.example', root }).message;

  it.each([
    ['Ollama on macOS', 11434, 'launchctl setenv OLLAMA_ORIGINS "https://burrow.example"'],
    ['Ollama on Windows', 11434, 'setx OLLAMA_ORIGINS "https://burrow.example"'],
    ['Ollama on Linux', 11434, 'Environment="OLLAMA_ORIGINS=https://burrow.example"'],
    ['Ollama by hand', 11434, 'OLLAMA_ORIGINS=https://burrow.example ollama serve'],
    ['LM Studio', 1234, 'lms server start --cors'],
    ['llama.cpp', 9931, '--cors-origins https://burrow.example'],
    ['llama.cpp at its older port', 8080, '--cors-origins https://burrow.example'],
    ['vLLM', 8000, `--allowed-origins '["https://burrow.example"]'`],
  ])('by its port for %s alone', (_name, port, line) => {
    const explained = lines(`http://localhost:${String(port)}`);
    expect(explained).toContain(line);
    expect(explained.includes('launchctl')).toBe(port === 11434);
    expect(explained).toContain('Another server: allow the origin https://burrow.example');
  });

  it('for each known server where the port tells nothing', () => {
    for (const name of ['Ollama on macOS', 'LM Studio', 'llama.cpp', 'vLLM', 'Another server'])
      expect(lines('http://localhost:5005')).toContain(`${name}: `);
  });
});
