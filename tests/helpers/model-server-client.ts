import type { ServerNetwork } from '../../src/adapters/models/server/server-connection';
import { createServerHost } from '../../src/adapters/models/server/server-host';
import type { ChatEvent, ChatReply, ChatRequest } from '../../src/core/models/chat-model';
import type { ServerHost } from '../../src/core/models/hosts';

export const TINY = { provider: 'server', model: 'tiny' } as const;
export const ASK: ChatRequest = {
  messages: [{ role: 'user', content: 'Where are boats kept?' }],
  maxTokens: 50,
  temperature: 0,
};

interface TestedHost {
  readonly host: ServerHost;
  /** Addresses that were fetched. */
  readonly fetched: readonly string[];
  /** Ends every wait that has a limit. */
  lapse(): void;
}

/** The adapter on Node's own fetch, as for a page at `https://burrow.example`. */
export async function hostFor(
  address: string,
  more: Partial<ServerNetwork> & {
    readonly key?: string;
    readonly parallel?: number;
    readonly now?: () => number;
  } = {},
): Promise<TestedHost> {
  const fetched: string[] = [];
  const limits: AbortController[] = [];
  const { key = '', parallel = 2, now = () => performance.now(), ...network } = more;
  const host = createServerHost(
    {
      fetch: (url, init) => {
        fetched.push(url);
        return fetch(url, init);
      },
      origin: 'https://burrow.example',
      allowed: [],
      permission: () => Promise.resolve('unknown'),
      protocol: () => '',
      timeout: () => {
        const limit = new AbortController();
        limits.push(limit);
        return limit.signal;
      },
      ...network,
    },
    now,
  );
  const lapse = (): void =>
    limits.splice(0).forEach((limit) => limit.abort(new DOMException('Too late', 'TimeoutError')));
  await host.configure({ address, key, parallel });
  return { host, fetched, lapse };
}

export async function eventsOf<E>(events: AsyncIterable<E>): Promise<readonly E[]> {
  const list: E[] = [];
  for await (const event of events) list.push(event);
  return list;
}

export async function replyOf(events: AsyncIterable<ChatEvent>): Promise<ChatReply> {
  const last = (await eventsOf(events)).at(-1);
  if (last?.kind !== 'reply') throw new Error('There was no reply');
  return last.reply;
}

/** Returns the error of a call that must not succeed. */
export async function errorOf(call: Promise<unknown>): Promise<Error> {
  const outcome = await call.then(
    () => new Error('It worked'),
    (error: unknown) => error,
  );
  return outcome instanceof Error ? outcome : new Error(String(outcome));
}
