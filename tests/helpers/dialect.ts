import { readdirSync, readFileSync } from 'node:fs';
import { isRecord } from '../../src/core/shapes/read-fields';

/** One request of a server's clients and what that server answers. */
export interface Exchange {
  /** Method and path. */
  readonly ask: string;
  /** Least content of the request's JSON, and the keys that it must lack. */
  readonly with?: unknown;
  readonly without?: readonly string[];
  /** Texts or documents of the request. */
  readonly inputs?: number;
  /** Answered so only once this was asked. */
  readonly after?: string;
  readonly status: number;
  readonly type?: string;
  readonly body?: unknown;
  /** Data of server-sent events; words other than `[DONE]` are sent as they stand, as comments are. */
  readonly events?: readonly unknown[];
}

/** A server's way of speaking, as a file. */
interface Dialect<Case = unknown> {
  readonly server: string;
  readonly exchanges: readonly Exchange[];
  readonly cases: readonly Case[];
  /** Model of the server that chats, if any. */
  readonly chats?: string;
}

const FOLDER = 'tests/fixtures/model-server/dialects';

export const readDialect = <Case>(name: string): Dialect<Case> =>
  JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8')) as Dialect<Case>;

export const dialectNames = (): readonly string[] => readdirSync(FOLDER).map((file) => file.replace('.json', ''));

/** The first exchange that a request fits; `before` holds what was asked until then. */
export function exchangeFor(
  exchanges: readonly Exchange[],
  ask: string,
  json: unknown,
  before: readonly string[],
): Exchange | undefined {
  return exchanges.find(
    (one) =>
      one.ask === ask &&
      (one.after === undefined || before.includes(one.after)) &&
      (one.with === undefined || holds(json, one.with)) &&
      !(one.without ?? []).some((key) => isRecord(json) && key in json) &&
      (one.inputs === undefined || inputsOf(json) === one.inputs),
  );
}

/** The body of an answer as it is sent. */
export function wordsOf({ body, events }: Exchange): { readonly type: string; readonly text: string } {
  if (!events) return { type: 'application/json', text: typeof body === 'string' ? body : JSON.stringify(body) };
  const lines = events.map((event) => {
    if (typeof event !== 'string') return `data: ${JSON.stringify(event)}`;
    return event === '[DONE]' ? 'data: [DONE]' : event;
  });
  return { type: 'text/event-stream', text: lines.map((line) => `${line}\n\n`).join('') };
}

function holds(value: unknown, part: unknown): boolean {
  if (Array.isArray(part)) return JSON.stringify(value) === JSON.stringify(part);
  if (!isRecord(part)) return value === part;
  return isRecord(value) && Object.entries(part).every(([key, one]) => holds(value[key], one));
}

function inputsOf(json: unknown): number {
  const list = isRecord(json) ? (json['input'] ?? json['documents']) : undefined;
  return Array.isArray(list) ? list.length : 0;
}
