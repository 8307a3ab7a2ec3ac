import { ModelError, type BurrowErrorOptions, type ErrorTrait } from '../../../core/errors';
import { message, joinMessages, type Message } from '../../../core/message';
import { isEncrypted, isLoopback, type ServerAddress } from '../../../core/models/model-hosts';
import { dig } from './read-json';

/** An error that a server reported, with its own words, so that callers need not read our message. */
class ServerError extends ModelError {
  /** Null where the error came inside an answer. */
  readonly status: number | null;
  /** The server's own words. */
  readonly serverText: string;

  constructor(wording: Message, { status, serverText }: ServerWords, options: BurrowErrorOptions = {}) {
    super(wording, { detail: status === null ? serverText : `${String(status)} ${serverText}`, ...options });
    this.status = status;
    this.serverText = serverText;
  }
}

type ServerWords = Pick<ServerError, 'status' | 'serverText'>;

/** Facts of a call that the server or the browser refused. */
interface Refusal {
  readonly model?: string;
  readonly status: number;
  /** The server's own words, as far as they could be read. */
  readonly body: string;
  /** This page's origin, which the server has to allow. */
  readonly origin: string;
  /** Address of the server. */
  readonly root: string;
}

const CONTEXT = /context (?:size|length|window)|n_ctx|maximum.{0,20}tokens|(?:prompt|input) is too long/iu;
/** llama.cpp’s physical batch besides: one text of an embedder or reranker must fit into it. */
const TOO_LARGE = /too large to process|physical batch size|exceeds? .{0,40}(?:length|tokens)/iu;
const MISSING =
  /model.{0,60}not found|no such model|model.{0,60}does not exist|try pulling|no models? (?:is )?loaded|invalid model identifier/iu;
const MEMORY = /more (?:system|gpu|video) memory|out of memory|insufficient (?:memory|resources)/iu;
const PORTS = message`Ollama listens on 11434, LM Studio on 1234, llama.cpp on 9931 (older ones on 8080), vLLM on 8000.`;

/** A refusal in words: what happened, and what to do about it. */
export function explainStatus({ status, body, model, origin, root }: Refusal): ModelError {
  const words: ServerWords = { status, serverText: body.slice(0, 400) };
  const error = (wording: Message, again = false): ModelError =>
    new ServerError(wording, words, again ? { traits: ['worth another try'] } : {});
  const forAll = (wording: Message): ModelError => new ServerError(wording, words, { traits: ['holds for all'] });
  if (status === 401)
    return forAll(
      message`The server asks for a key, or does not know this one. Enter the key that it was started with.`,
    );
  if (status === 403) return forAll(message`The server refuses pages from ${origin}. ${allowThisPage(origin, root)}`);
  if (status === 413) return error(TOO_LONG);
  const known = explainKnown(body, words, model);
  if (known) return known;
  if (status === 404) return forAll(model === undefined ? NO_INTERFACE : missing(model));
  if (status === 429 || status === 503) return error(message`The server is busy or still loading its model.`, true);
  const reason = parseErrorBody(body);
  if (status >= 500)
    return error(joinMessages(withReason(message`The server failed (${status})`, reason), LOOK_THERE), true);
  return error(withReason(message`The server refused the call (${status})`, reason));
}

/** The error in an answer without a result; undefined where there is none. */
export function errorIn(
  { error }: Readonly<Record<string, unknown>>,
  model?: string,
  traits: readonly ErrorTrait[] = [],
): ModelError | undefined {
  if (!error) return undefined;
  const serverText = errorMessage(error);
  const words: ServerWords = { status: null, serverText };
  const options = { detail: JSON.stringify(error), traits };
  return (
    explainKnown(serverText, words, model, options) ??
    new ServerError(message`The server reported an error: ${serverText || message`it gave no reason.`}`, words, options)
  );
}

/** The error in a server's whole `body`, with or without a status; undefined for an unknown one. */
function explainKnown(
  body: string,
  words: ServerWords,
  model = 'MODEL',
  { detail }: BurrowErrorOptions = {},
): ModelError | undefined {
  const options = detail === undefined ? {} : { detail };
  if (CONTEXT.test(body)) return new ServerError(TOO_LONG, words, options);
  if (MISSING.test(body)) return new ServerError(missing(model), words, { ...options, traits: ['holds for all'] });
  if (!MEMORY.test(body)) return undefined;
  const what = withReason(message`The server has too little memory for this model`, parseErrorBody(body));
  const advice = message`Choose a smaller model, or give it a smaller context window there.`;
  return new ServerError(joinMessages(what, advice), words, options);
}

/** Extracts a server's error message: from its JSON or its plain words; empty for a page or nothing. */
function parseErrorBody(body: string): string {
  const text = body.trim();
  if (text.startsWith('<')) return '';
  try {
    return errorMessage(JSON.parse(text));
  } catch {
    return text.slice(0, 300); // not JSON: its plain words
  }
}

/** An `error` of a reply, in the forms in which servers send it. */
function errorMessage(error: unknown): string {
  const serverText = dig(error, 'error', 'message') ?? dig(error, 'error') ?? dig(error, 'message') ?? error;
  return typeof serverText === 'string' ? serverText.trim().slice(0, 300) : '';
}

/** Returns the server's message when it refused a call with one of these statuses; undefined for any other error. */
export const refusalWith = (error: unknown, statuses: readonly number[]): string | undefined =>
  error instanceof ServerError && error.status !== null && statuses.includes(error.status)
    ? error.serverText
    : undefined;

/** Checks if a text was refused for its length. */
export function isTooLong(error: unknown): boolean {
  if (refusalWith(error, [413]) !== undefined) return true;
  const serverText = refusalWith(error, [400, 422, 500]) ?? '';
  return CONTEXT.test(serverText) || TOO_LARGE.test(serverText);
}

/**
 * Checks if a server has no such path: LM Studio sends this error in a successful answer. One that lacks the model
 * names it.
 */
export function isWithoutPath(error: unknown): boolean {
  if (error instanceof ServerError && error.status === null) return /^unexpected endpoint/iu.test(error.serverText);
  const serverText = refusalWith(error, [404, 405]);
  return serverText !== undefined && !/model/iu.test(serverText);
}

/** The remedy where only the server itself knows what went wrong. */
export const LOOK_THERE = message`Look into its log, and whether this machine has memory enough for the model.`;
const TOO_LONG = message`The prompt does not fit into the context window that the server gives this model. Start the server with a larger one (Ollama: OLLAMA_CONTEXT_LENGTH=8192; llama.cpp: -c 8192; vLLM: --max-model-len 8192; LM Studio: Context Length when loading the model).`;
const NO_INTERFACE = message`There is a server at this address, but no OpenAI-compatible interface under /v1. Check the port: ${PORTS}`;

const missing = (model: string): Message =>
  message`The server does not have the model “${model}”, or has not loaded it. Choose another, or get it there (Ollama: ollama pull ${model}; LM Studio: lms load ${model}).`;

/** The end of a sentence, with what closes behind it. */
const ENDED = /[.!?。！？][\p{Pe}\p{Pf}"']*$/u;

/** The server's reason may lack the stop at its end. */
const withReason = (what: Message, reason: string): Message =>
  reason ? message`${what}: ${ENDED.test(reason) ? reason : `${reason}.`}` : message`${what}. It gave no reason.`;

/** A server that sends on to another address is not followed: a prompt goes to the address that was entered, and nowhere else. */
export const explainRedirect = ({ root }: ServerAddress): ModelError =>
  new ModelError(
    message`The server at ${root} sends on to another address, which Burrow does not follow. Enter the address of the model server itself.`,
    { detail: root },
  );

export const explainSilence = ({ root }: ServerAddress, seconds: number): ModelError =>
  new ModelError(
    message`${root} accepted the connection but did not answer within ${seconds} seconds. If a model is just being loaded, wait and connect again; else check the port: ${PORTS}`,
    { detail: root, traits: ['worth another try'] },
  );

export const explainNonsense = ({ root }: ServerAddress, cause: unknown, detail: string): ModelError =>
  new ModelError(message`The program at ${root} has no OpenAI-compatible API. Check the port: ${PORTS}`, {
    cause,
    detail,
  });

/**
 * Browser permission for connections to this machine, or to the local network. A worker gets `denied` as well while
 * nobody has been asked yet.
 */
export type NetworkPermission = 'granted' | 'denied' | 'prompt' | 'unknown';

export interface Failure {
  readonly address: ServerAddress;
  readonly origin: string;
  readonly permission: NetworkPermission;
  /**
   * True if a request to this machine whose answer cannot be read came through: then a server is there and only CORS is
   * missing.
   */
  readonly reachable: boolean;
  /** True if an answer of it was read before: then it lets this page read. */
  readonly answered?: boolean;
  readonly cause: unknown;
}

/** A fetch that ended without an answer, in words. */
export function explainFailure({ address, origin, permission, reachable, answered, cause }: Failure): ModelError {
  const { root } = address;
  const error = (wording: Message, again = false): ModelError =>
    new ModelError(wording, { cause, detail: root, ...(again && { traits: ['worth another try'] }) });
  if (reachable && answered) {
    return error(message`The server at ${root} broke the connection off before it answered. ${LOOK_THERE}`, true);
  }
  if (reachable) {
    return error(
      message`There is a server at ${root}, but it does not let pages from ${origin} read its answers. ${allowThisPage(origin, root)}`,
    );
  }
  const withheld = asksForNetwork(origin) && (permission === 'denied' || permission === 'prompt');
  if (isLoopback(address)) {
    if (withheld)
      return error(message`The browser has not let this page connect to programs on this machine. ${LET_IT(root)}`);
    // WebKit lets such a page through since 2025 (https://bugs.webkit.org/show_bug.cgi?id=171934); how old it is, it does not tell.
    const safari = origin.startsWith('https:') && permission === 'unknown' ? OLD_SAFARI : '';
    return error(
      joinMessages(message`Nothing answers at ${root}. Is the server running, and is this its port? ${PORTS}`, safari),
      true,
    );
  }
  const unread = answered
    ? ''
    : message`If it runs, it may not let pages from ${origin} read its answers. ${allowThisPage(origin, root)}`;
  if (!isEncrypted(address)) {
    if (origin.startsWith('https:')) {
      return error(
        message`Browsers block plain http from an https page, except to this machine. Give the server at ${root} encryption and write https://, or run Burrow on this machine and open it as http://localhost.`,
      );
    }
    if (withheld)
      return error(message`The browser has not let this page connect to your local network. ${LET_IT(root)}`);
    return error(
      joinMessages(message`Nothing in your local network answers at ${root}. ${RUNNING} ${PORTS}`, unread),
      true,
    );
  }
  const also = withheld ? message`Is it in your local network? ${LET_IT(root)}` : '';
  return error(
    joinMessages(
      message`Nothing answers at ${root}, or the browser does not trust its certificate: open ${root} in a tab of its own to see. ${RUNNING}`,
      also,
      unread,
    ),
    true,
  );
}

const OLD_SAFARI = message`An older Safari keeps pages from all servers on this machine: try another browser.`;
const RUNNING = message`Is the server running, does it listen for other machines, and is this its port?`;
const LET_IT = (root: string): Message =>
  message`Allow it: the icon left of the page’s address, then “Apps on device” or “Local network access”, then connect again. Only then can Burrow see whether a server listens at ${root}.`;

/** A page that itself comes from this machine needs no permission. */
const asksForNetwork = (origin: string): boolean =>
  !['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(origin)?.hostname ?? '');

/** A kind of server: the ports on which it usually listens, and the lines by which it lets a page read its answers. */
interface ServerKind {
  readonly ports: readonly string[];
  readonly lines: (origin: string) => readonly Message[];
}

/** From the documentation of each, looked up in November 2026. */
const KINDS: readonly ServerKind[] = [
  {
    ports: ['11434'],
    lines: (origin) => [
      message`Ollama, by hand: OLLAMA_ORIGINS=${origin} ollama serve`,
      message`Ollama on macOS: launchctl setenv OLLAMA_ORIGINS "${origin}"`,
      message`Ollama on Windows: setx OLLAMA_ORIGINS "${origin}"`,
      message`Ollama as a service on Linux: sudo systemctl edit ollama, and write there [Service] and below it Environment="OLLAMA_ORIGINS=${origin}"; then sudo systemctl restart ollama`,
    ],
  },
  {
    ports: ['1234'],
    lines: () => [message`LM Studio: Developer, Server Settings, Enable CORS; or lms server start --cors`],
  },
  {
    ports: ['9931', '8080'],
    lines: (origin) => [message`llama.cpp: llama-server --cors-origins ${origin}, besides what you start it with`],
  },
  {
    ports: ['8000'],
    lines: (origin) => [message`vLLM: vllm serve MODEL --allowed-origins '["${origin}"]'`],
  },
];

/**
 * Returns commands that let this page read a server: for the server that usually has this port, else for each known
 * one.
 */
function allowThisPage(origin: string, root: string): Message {
  const port = URL.parse(root)?.port ?? '';
  const known = KINDS.filter(({ ports }) => ports.includes(port));
  const kinds = known.length > 0 ? known : KINDS;
  const lines = [
    ...kinds.flatMap((kind) => kind.lines(origin)),
    message`Another server: allow the origin ${origin} in its settings for CORS.`,
  ];
  return lines.reduce(
    (text, line) => message`${text}\n${line}`,
    message`Allow this page there, quit the server and start it again.`,
  );
}
