import { message, type Message } from '../core/message';
import { createMutex } from '../core/async';
import { connect, WorkerError, type WorkerHost } from '../channel';
import type { ChatChoice, ChatModel, ChatPurpose } from '../core/models/chat-model';
import type { Embedder, EntailmentModel, Reranker } from '../core/models/encoders';
import type { EngineModels } from '../core/models/engine-models';
import type { ChatHost, EncoderHost } from '../core/models/hosts';
import type { ChosenChecker, EncoderChoice } from '../core/models/settings';

/**
 * The chosen models behind ports from the page. The same object represents a model until another is chosen or its
 * worker dies. The page, which started that worker and watches it, reports that.
 */
export function engineModels(host: WorkerHost): EngineModels {
  const chatOf = (purpose: ChatPurpose) =>
    keep(host, purpose, message`The model`, async (remote: ChatHost, choice: ChatChoice): Promise<ChatModel> => ({
      info: await remote.describe(choice),
      generate: (request, options) => remote.generate(choice, request, options),
    }));
  const chat = { answers: chatOf('answers'), reading: chatOf('reading'), reports: chatOf('reports') };
  const embedder = keep(
    host,
    'embedding',
    message`The embedding model`,
    async (remote: Encoders, choice: EncoderChoice): Promise<Embedder> => {
      const model = nameOf(choice);
      return {
        info: await remote.describeEmbedder(model),
        embed: (texts, kind, options) => remote.embed(model, texts, kind, options),
      };
    },
  );
  const checker = keep(
    host,
    'entailment',
    message`The sentence checker`,
    async (remote: EncoderHost, { model }: { readonly model: string }): Promise<EntailmentModel> => ({
      ...(await remote.describeChecker(model)),
      judge: (pairs, options) => remote.judge(model, pairs, options),
    }),
  );
  const reranker = keep(
    host,
    'reranking',
    message`The reranker`,
    async (remote: Encoders, choice: EncoderChoice): Promise<Reranker> => {
      const model = nameOf(choice);
      return {
        ...(await remote.describeReranker(model)),
        rank: (question, passages, options) => remote.rank(model, question, passages, options),
      };
    },
  );
  return {
    chat: (purpose = 'answers') => chat[purpose](),
    embedder,
    checker,
    checkerChoice: async () => ((await host.chosenModel('entailment')) as ChosenChecker | null)?.choice ?? 'none',
    reranker,
  };
}

/** Calls that the embed worker and the server worker both serve. */
type Encoders = Pick<EncoderHost, 'describeEmbedder' | 'embed' | 'describeReranker' | 'rank'>;

const nameOf = (choice: EncoderChoice): string => (typeof choice === 'string' ? choice : choice.model);

type Role = Parameters<WorkerHost['model']>[0];

interface Kept<M> {
  readonly choice: string;
  readonly model: Promise<M>;
  close(): void;
}

/** The model of a role, connected again only when it has to be. */
function keep<Remote extends object, Choice, M>(
  host: WorkerHost,
  role: Role,
  name: Message,
  open: (remote: Remote, choice: Choice) => Promise<M>,
): () => Promise<M | null> {
  let kept: Kept<M> | undefined;
  const connecting = createMutex(); // so that a model is never connected twice
  const drop = (one: Kept<M>): void => {
    one.close();
    if (kept === one) kept = undefined;
  };
  const start = async (): Promise<Kept<M> | undefined> => {
    const unused = new AbortController();
    const lent = host.model(role, { signal: unused.signal })[Symbol.asyncIterator]();
    const { value, done } = await lent.next();
    if (done) return undefined;
    const died = lent.next().then(() => new WorkerError(message`${name} has stopped.`));
    const remote = connect<Remote>(value.port, { name, silenceMs: Infinity, died, onSilence: () => drop(next) });
    const next: Kept<M> = {
      choice: JSON.stringify(value.choice),
      model: open(remote, value.choice as Choice),
      close: () => {
        remote.close();
        unused.abort();
      },
    };
    next.model.catch(() => drop(next)); // the caller is told; the next one tries again
    return next;
  };
  const current = async (): Promise<Kept<M> | undefined> => {
    const chosen = JSON.stringify(await host.chosenModel(role));
    if (kept && kept.choice !== chosen) drop(kept);
    return (kept ??= chosen === 'null' ? undefined : await start());
  };
  return async () => {
    const connected = await connecting.run(current);
    return (await connected?.model) ?? null;
  };
}
