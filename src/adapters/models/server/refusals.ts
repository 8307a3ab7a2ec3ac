import { ModelError } from '../../../core/errors';
import { isLoopback, type ServerAddress } from './address';

/** What is known of a call that the server or the browser refused. */
export interface Refusal {
  readonly address: ServerAddress;
  readonly model?: string;
  readonly status: number;
  /** The server's own words, as far as they could be read. */
  readonly body: string;
  /** This page's origin, which the server has to allow. */
  readonly origin: string;
}

const CONTEXT = /context|too long|exceed|n_ctx|maximum.{0,20}tokens|prompt is longer/iu;
const MISSING = /model.{0,60}not found|no such model|does not exist|not loaded|try pulling/iu;

/** A refusal in words: what happened, and what to do about it. */
export function explainStatus(refusal: Refusal): ModelError {
  const { status, body, model } = refusal;
  const said = body.slice(0, 500);
  const error = (message: string, again = false): ModelError =>
    new ModelError(message, { detail: `${String(status)} ${said}`, ...(again && { traits: ['worth another try'] }) });
  if (status === 401)
    return error('The server asks for a key, or does not know this one. Enter the key that it was started with.');
  if (status === 403) return error(forbidden(refusal));
  if (status === 413 || (status === 400 && CONTEXT.test(said))) {
    return error(
      'The prompt does not fit into the context window that the server gives this model. Start the server with a larger one (Ollama: OLLAMA_CONTEXT_LENGTH=8192; llama.cpp: -c 8192; LM Studio: Context Length when loading the model).',
    );
  }
  if (MISSING.test(said) || (status === 404 && model !== undefined)) {
    return error(
      `The server does not have the model “${model ?? ''}”. Choose another, or load it there (Ollama: ollama pull ${model ?? 'MODEL'}).`,
    );
  }
  if (status === 404)
    return error(
      'There is a server at this address, but no OpenAI-compatible interface under /v1. Check the port: Ollama listens on 11434, LM Studio on 1234, llama.cpp on 8080, vLLM on 8000.',
    );
  if (status === 429 || status === 503) return error('The server is busy or still loading its model.', true);
  if (status >= 500) return error(`The server failed (${String(status)}): ${said || 'it gave no reason'}.`, true);
  return error(`The server refused the call (${String(status)}): ${said || 'it gave no reason'}.`);
}

function forbidden({ origin }: Refusal): string {
  return `The server refuses pages from ${origin}. Allow this address there and start it again (Ollama: OLLAMA_ORIGINS=${origin}; LM Studio: switch on CORS; llama.cpp: --cors-origins ${origin}).`;
}

/** What the browser says about connections to this machine; it alone knows why a fetch failed. */
export type LoopbackPermission = 'granted' | 'denied' | 'prompt' | 'unknown';

export interface Failure {
  readonly address: ServerAddress;
  readonly origin: string;
  readonly permission: LoopbackPermission;
  /** Whether a request whose answer cannot be read came through: then a server is there and only CORS is missing. */
  readonly reachable: boolean;
  readonly cause: unknown;
}

/** A fetch that ended without an answer, in words. */
export function explainFailure({ address, origin, permission, reachable, cause }: Failure): ModelError {
  const { root } = address;
  const error = (message: string, again = false): ModelError =>
    new ModelError(message, { cause, detail: root, ...(again && { traits: ['worth another try'] }) });
  if (!isLoopback(address) && !reachable) {
    return error(
      `${root} could not be reached. This copy of Burrow may only talk to servers on this machine, unless it was built with that address allowed.`,
    );
  }
  if (permission === 'denied' || (permission === 'prompt' && !reachable)) {
    return error(
      'The browser does not let this page connect to programs on this machine. Allow it: the icon left of the address, “Apps on device” or “Local network access”, then connect again.',
    );
  }
  if (reachable) {
    return error(
      `There is a server at ${root}, but it does not let pages from ${origin} read its answers. Allow this address there and start it again (Ollama: OLLAMA_ORIGINS=${origin}; LM Studio: switch on CORS; llama.cpp: --cors-origins ${origin}).`,
    );
  }
  return error(
    `Nothing answers at ${root}. Is the server running, and is this its port? Ollama listens on 11434, LM Studio on 1234, llama.cpp on 8080, vLLM on 8000.`,
    true,
  );
}
