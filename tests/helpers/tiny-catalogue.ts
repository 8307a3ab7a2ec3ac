import { tinyChat } from '../../scripts/lib/tiny/tiny-chat';
import { tinyEmbedder } from '../../scripts/lib/tiny/tiny-embedder';
import type { ModelFiles } from '../../scripts/lib/tiny/model-files';
import { TRANSFORMERS_CHAT_MODELS } from '../../src/core/models/catalogue/transformers-chat-models';
import { EMBEDDING_MODELS } from '../../src/core/models/catalogue/embedding-models';
import { hubUrl, type HubRepository } from '../../src/core/models/catalogue/hub-files';
import type { CatalogueModel } from '../../src/core/models/catalogue/catalogue-model';
import { publish, type ModelHost } from './model-host';

/** A model of the catalogue for which a tiny one of random weights stands in. */
interface StandIn {
  readonly model: CatalogueModel & HubRepository;
  readonly files: ModelFiles;
  /** Bytes of all files. */
  readonly bytes: number;
  /** Address of the network's weights. */
  readonly weights: string;
}

/** The first embedding models and the first chat model of transformers.js, each as a tiny one. */
export function standIns(): { readonly embedders: readonly [StandIn, StandIn]; readonly chat: StandIn } {
  const [first, second] = EMBEDDING_MODELS;
  const [chat] = TRANSFORMERS_CHAT_MODELS;
  if (!first || !second || !chat) throw new Error('The catalogue is empty');
  const embedder = (model: typeof first) => standIn(model, (file) => tinyEmbedder(model.dims, file));
  return { embedders: [embedder(first), embedder(second)], chat: standIn(chat, tinyChat) };
}

function standIn(model: StandIn['model'], make: (file: string) => ModelFiles): StandIn {
  const network = model.files.find((file) => file.endsWith('.onnx')) ?? '';
  const files = make(network);
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  return { model, files, bytes, weights: hubUrl(model.repository, network) };
}

/** Publishes the files at the catalogue's addresses. */
export function publishStandIns(host: ModelHost, models: readonly StandIn[]): void {
  for (const { model, files } of models) {
    const contents = Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes)]));
    publish(host, hubUrl(model.repository, ''), contents);
  }
}
