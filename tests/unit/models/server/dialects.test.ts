import { afterEach, describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import type { ServerHost } from '../../../../src/core/models/hosts';
import { parseReply } from '../../../../src/core/shapes/parse-reply';
import type { Shape } from '../../../../src/core/shapes/shape';
import { dialectNames, readDialect } from '../../../helpers/dialect';
import { serveModelServer, type ModelServer } from '../../../helpers/model-server';
import { ASK, errorOf, hostFor, replyOf } from '../../../helpers/model-server-client';

/** A call of the adapter, and what must come of it. */
interface Case {
  readonly name: string;
  readonly call: 'models' | 'describe' | 'chat' | 'describeEmbedder' | 'embed' | 'describeReranker' | 'rank';
  readonly model?: string;
  readonly shaped?: boolean;
  readonly seed?: number;
  readonly kind?: 'question' | 'passage';
  readonly texts?: readonly string[];
  readonly gives?: unknown;
  /** Part of the words for the person. */
  readonly words?: string;
  /** All requests, in order. */
  readonly asked?: readonly string[];
}

const POINTS: Shape = {
  kind: 'record',
  fields: {
    items: {
      kind: 'records',
      of: { kind: 'record', fields: { point: { kind: 'text', max: 80 }, weight: { kind: 'number', min: 1, max: 9 } } },
      items: 3,
    },
  },
};

let server: ModelServer | undefined;
afterEach(() => server?.close());

async function outcomeOf(
  host: ServerHost,
  { call, model = '', shaped, seed, kind = 'passage', texts = [] }: Case,
): Promise<unknown> {
  const choice = { provider: 'server', model } as const;
  switch (call) {
    case 'models':
      return host.models();
    case 'describe': {
      const { contextWindow, shapes } = (await host.describe(choice)).capabilities;
      return { contextWindow, shapes };
    }
    case 'chat': {
      const request = { ...ASK, ...(seed !== undefined && { seed }), ...(shaped && { shape: POINTS }) };
      const { text, finish, usage } = await replyOf(host.generate(choice, request));
      if (shaped)
        expect(parseReply(POINTS, text).value).toEqual({ items: [{ point: 'Boats are kept dry', weight: 7 }] });
      const { promptTokens, completionTokens, exact } = usage;
      return { text, finish, usage: { promptTokens, completionTokens, exact } };
    }
    case 'describeEmbedder':
      return host.describeEmbedder(model);
    case 'embed': {
      const vectors = await host.embed(model, texts, kind);
      const dims = vectors.length / texts.length;
      return texts.map((_, at) => rounded(vectors.subarray(at * dims, (at + 1) * dims)));
    }
    case 'describeReranker':
      return host.describeReranker(model);
    case 'rank':
      return rounded(await host.rank(model, 'Where are boats kept?', texts));
  }
}

const rounded = (numbers: Float32Array): readonly number[] => Array.from(numbers, (one) => Number(one.toFixed(5)));

for (const name of dialectNames()) {
  const { server: of, exchanges, cases } = readDialect<Case>(name);
  describe(of, () => {
    it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
      server = await serveModelServer({ exchanges });
      const { host } = await hostFor(server.url);
      if (one.words !== undefined) {
        const error = await errorOf(outcomeOf(host, one));
        expect(error).toBeInstanceOf(ModelError);
        expect(error.message).toContain(one.words);
      } else {
        expect(await outcomeOf(host, one)).toEqual(one.gives);
      }
      if (one.asked) expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(one.asked);
    });
  });
}
