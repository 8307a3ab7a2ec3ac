import type { ChatRequest } from '../../src/core/models/chat-model';
import { naming } from './naming-model';
import type { Script } from './scripted-model';

/** Names, and says of names, as the naming model or another, and claims as `claims` says. */
export const claiming =
  (claims: (request: ChatRequest) => string, otherwise = naming): Script =>
  (request, call) =>
    isForClaims(request) ? [claims(request)] : otherwise(request, call);

const isForClaims = ({ shape }: ChatRequest): boolean => shape?.kind === 'lines' && 'claim' in shape.records;

/** Well-formed, but about a name that is not on the list. */
export const pointless = (): string => 'claim|99|0|deed|TRUE|none|none|1|Somebody did something.';
/** About the first name on the list. */
export const good = (): string => 'claim|1|0|deed|TRUE|none|none|1|A letter was written.';

/** Checks if the last message of a call asks for claims. */
export const asksClaims = (asked: string): boolean => asked.includes('Extract every claim');
