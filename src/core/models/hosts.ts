import type { CallOptions } from '../platform';
import type {
  EntailmentModel,
  EntailmentPair,
  EntailmentScores,
  Reranker,
  EmbedderInfo,
  EmbedOptions,
} from './encoders';
import type { ChatChoice, ChatEvent, ChatModelInfo, ChatRequest, LoadProgress } from './chat-model';

/**
 * Host of chat models: the chat worker (WebLLM, transformers.js), the server worker, and the page for the Prompt API.
 * Each serves this on one port per caller. A call loads its model if needed and reports the steps as events.
 */
export interface ChatHost {
  /** Reports the features of this machine's GPU for that host. Never throws. */
  probe(): Promise<Hardware>;
  /** Facts of a model, without loading it where they can be had. Throws ModelError with the reason and the remedy. */
  describe(choice: ChatChoice): Promise<ChatModelInfo>;
  /** Gets the model ready; ends when it can answer. The model loaded before is freed. */
  load(choice: ChatChoice, options?: CallOptions): AsyncIterable<LoadProgress>;
  generate(choice: ChatChoice, request: ChatRequest, options?: CallOptions): AsyncIterable<ChatEvent>;
  /** Frees memory; the files stay. */
  unload(): Promise<void>;
}

/** Runner of one provider's models: a ChatHost without its probe. */
export type ChatProvider = Omit<ChatHost, 'probe'>;

/** Connections that browsers open to one host by HTTP/1.1, in all tabs together. Further requests wait for one of them. */
export const CONNECTIONS = 6;
/** Calls to a server at the same time, at most. */
export const MOST_AT_ONCE = 32;

/** A model server, OpenAI-compatible: on this machine, or where the person allowed it. */
export interface ServerSettings {
  /** Address such as `http://localhost:11434`; with or without `/v1`. */
  readonly address: string;
  /** Empty for none. */
  readonly key: string;
  /** Calls wanted at the same time, 1 to 32. Where the server speaks HTTP/1.1 only six are sent. */
  readonly parallel: number;
}

/** Additions of the server worker. Its embedding models and rerankers have the server's names. */
export interface ServerHost
  extends ChatHost, Pick<EncoderHost, 'describeEmbedder' | 'embed' | 'describeReranker' | 'rank'> {
  /** Uses this server from now on. */
  configure(settings: ServerSettings): Promise<void>;
  /** Lists its models, by name. Throws ModelError with the cause and a remedy. */
  models(options?: CallOptions): Promise<readonly ServerModel[]>;
}

export interface ServerModel {
  readonly name: string;
  /** Tokens, where the server reports them. */
  readonly contextWindow?: number;
  /** Other use than chat, as far as the server or its name shows: it makes vectors, or ranks passages. */
  readonly only?: 'embedding' | 'reranking';
  /** Names the weights, where the server does. */
  readonly digest?: string;
  /** The host that the server would send prompts on to, so that the model is not used; missing where it runs the model itself. */
  readonly elsewhere?: string;
}

/** Host of embedding models: the embed worker. */
export interface EmbedHost {
  describeEmbedder(model: string): Promise<EmbedderInfo>;
  load(model: string, options?: CallOptions): AsyncIterable<LoadProgress>;
  /** See Embedder.embed; the result is transferred. */
  embed(
    model: string,
    texts: readonly string[],
    kind: 'question' | 'passage',
    options?: EmbedOptions,
  ): Promise<Float32Array>;
  unload(): Promise<void>;
}

/** A kind of model that the embed worker runs. */
export type EncoderKind = 'embedding' | 'entailment' | 'reranking';

/** Host of embedding models, sentence checkers and rerankers: the embed worker. One of each is loaded at a time. */
export interface EncoderHost extends EmbedHost {
  describeChecker(model: string): Promise<Omit<EntailmentModel, 'judge'>>;
  /** See EntailmentModel.judge. */
  judge(model: string, pairs: readonly EntailmentPair[], options?: CallOptions): Promise<readonly EntailmentScores[]>;
  describeReranker(model: string): Promise<Omit<Reranker, 'rank'>>;
  /** See Reranker.rank. */
  rank(model: string, question: string, passages: readonly string[], options?: CallOptions): Promise<Float32Array>;
  /** Frees the memory of the model of this kind; the files stay. */
  unloadKind(kind: EncoderKind): Promise<void>;
}

/** Keeper of model files: the download worker, the only place that may reach a model host. */
export interface DownloadHost {
  /**
   * Fetches what is missing of a model of the catalogue; aborting keeps what came, a later call continues from there.
   */
  download(model: string, options?: CallOptions): AsyncIterable<DownloadProgress>;
  stored(): Promise<readonly StoredModel[]>;
  remove(model: string): Promise<void>;
  /** Takes a model's files from a folder, for machines that are never online. Throws ParseError naming what is missing or wrong. */
  importFolder(files: readonly ImportedFile[], options?: CallOptions): AsyncIterable<DownloadProgress>;
}

export interface DownloadProgress {
  readonly model: string;
  readonly bytes: number;
  /** Known once the list of files is there; an estimate of the catalogue until then. */
  readonly total: number;
  readonly file: string;
  readonly done: boolean;
}

export interface StoredModel {
  readonly model: string;
  readonly bytes: number;
  /** False while files are missing: a download that was paused or cut. */
  readonly complete: boolean;
}

export interface ImportedFile {
  /** Path with the name of the chosen folder, which may identify the model, with `/`. */
  readonly path: string;
  readonly bytes: Blob;
}

/** WebGPU features of this device; sizes in bytes. */
export type Hardware =
  | { readonly webgpu: false; readonly reason: 'no api' | 'no adapter'; readonly memory: number | null }
  | {
      readonly webgpu: true;
      /** Vendor and architecture, such as `apple metal-3`; may be empty. */
      readonly adapter: string;
      /** A software adapter: works, very slowly. */
      readonly software: boolean;
      readonly f16: boolean;
      readonly maxBufferSize: number;
      readonly maxStorageBufferBindingSize: number;
      /** Memory that the threads of one workgroup share. */
      readonly maxComputeWorkgroupStorageSize: number;
      readonly maxStorageBuffersPerShaderStage: number;
      /** The device's memory from the browser (rounded, at most 32 GiB), or null. */
      readonly memory: number | null;
    };
