import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveModelServer, type ModelServer } from '../../../helpers/model-server';
import { errorOf, hostFor } from '../../../helpers/model-server-client';

let server: ModelServer;
beforeEach(async () => {
  server = await serveModelServer();
});
afterEach(() => server.close());

interface Sent {
  readonly input?: readonly string[];
  readonly query?: string;
  readonly documents?: readonly string[];
}

/** A server that reads so many characters at once, and how many each request that it was sent had in each of its texts. */
async function readerOf(most: number, together: (sent: Sent) => readonly number[]) {
  const sent: (readonly number[])[] = [];
  const { host } = await hostFor(server.url, {
    fetch: (url, init) => {
      if (typeof init.body !== 'string') return fetch(url, init);
      const lengths = together(JSON.parse(init.body) as Sent);
      sent.push(lengths);
      if (lengths.every((length) => length <= most)) return fetch(url, init);
      const body = '{"error":{"message":"input is too large to process. increase the physical batch size"}}';
      return Promise.resolve(new Response(body, { status: 500 }));
    },
  });
  return { host, sent };
}

const words = (characters: number): string => 'Boats are kept dry. '.repeat(characters / 20);

describe('a text that an embedder finds too long', () => {
  const embedder = (most: number) => readerOf(most, ({ input = [] }) => input.map(({ length }) => length));

  it('is found out once where the server reads less than the model could, so that no passage is refused', async () => {
    server.models = [{ id: 'bge-m3' }];
    const { host, sent } = await embedder(2_100);
    const passages = Array.from({ length: 64 }, () => words(2_400));
    await host.embed('bge-m3', passages, 'passage');
    const refused = sent.filter((lengths) => lengths.some((length) => length > 2_100));
    expect(refused).toHaveLength(1);
    expect(sent.length).toBeLessThan(12);
  });

  it('is cut alone: what is embedded after it stays whole', async () => {
    const { host, sent } = await embedder(600);
    await host.embed('tiny', ['x'.repeat(2_000)], 'passage');
    await host.embed('tiny', [words(600)], 'passage');
    expect(sent.at(-1)).toEqual([600]);
  });

  it('has the same vector whatever was embedded beside it and before', async () => {
    const text = words(300) + 'The river runs high. '.repeat(14);
    const { host } = await embedder(600);
    const alone = await host.embed('tiny', [text], 'passage');
    const beside = await host.embed('tiny', ['x'.repeat(2_000), text, words(200)], 'passage');
    expect([...beside.subarray(26, 52)]).toEqual([...alone]);
  });

  it('slows down only the requests after it, which grow again', async () => {
    const { host, sent } = await embedder(600);
    await host.embed('tiny', ['x'.repeat(2_000), ...Array.from({ length: 200 }, () => words(200))], 'passage');
    expect(sent.length).toBeLessThan(40);
    expect(Math.max(...sent.slice(10).map(({ length }) => length))).toBeGreaterThan(10);
  });

  it('counts in its vector by the length of its parts', async () => {
    const { host, sent } = await readerOf(200, ({ input = [] }) => input.map((text) => text.split('b').length));
    const vector = await host.embed('tiny', ['a '.repeat(300) + 'b '.repeat(300)], 'passage');
    expect(sent.at(-1)).toHaveLength(2);
    expect((vector[0] ?? 0) / (vector[1] ?? 1)).toBeCloseTo(1, 1);
  });

  it('and cannot be cut short enough spoils nothing for the next', async () => {
    const { host, sent } = await readerOf(600, ({ input = [] }) =>
      input.map((text) => (text.includes('x') ? Infinity : text.length)),
    );
    await errorOf(host.embed('tiny', ['x'.repeat(2_000)], 'passage'));
    await host.embed('tiny', [words(600)], 'passage');
    expect(sent.at(-1)).toEqual([600]);
  });
});

describe('a question that a reranker finds too long', () => {
  const reranker = (most: number) =>
    readerOf(most, ({ query = '', documents = [] }) => documents.map(({ length }) => length + query.length));

  it('is cut with the passages until both are read', async () => {
    const { host, sent } = await reranker(1_000);
    expect([...(await host.rank('tiny', words(3_000), [words(800), words(400)]))]).toHaveLength(2);
    expect(sent.at(-1)).toEqual([750, 750]);
  });

  it('leaves the passages of the next question whole', async () => {
    const { host, sent } = await reranker(1_000);
    await host.rank('tiny', words(3_000), [words(800)]);
    await host.rank('tiny', words(100), [words(800)]);
    expect(sent.at(-1)).toEqual([900]);
  });
});

it('a vector too long to be one is refused in words', async () => {
  const embedding = Array.from({ length: 200_000 }, () => 1);
  server.instead.set('/v1/embeddings', { body: JSON.stringify({ data: [{ index: 0, embedding }] }) });
  const { host } = await hostFor(server.url);
  expect((await errorOf(host.describeEmbedder('tiny'))).message).toContain('no vectors that can be used');
});
