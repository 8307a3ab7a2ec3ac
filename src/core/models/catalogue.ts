/** A model one can choose, with what a person wants to know before downloading it. */
export interface CatalogueModel {
  /** Stable; also names what is stored. For WebLLM its model id, for transformers.js the repository's name. */
  readonly id: string;
  /** What it does: chats, makes vectors, checks sentences, or ranks passages. */
  readonly role: 'chat' | 'embedding' | 'entailment' | 'reranking';
  readonly provider: 'webllm' | 'transformers';
  readonly title: string;
  /** What it is good for, in a few words. */
  readonly use: string;
  readonly tier: 'small' | 'medium' | 'large';
  /** As named by its maker, such as `Apache-2.0`. */
  readonly licence: string;
  /** Bytes to download, about. */
  readonly downloadBytes: number;
  /** Bytes of GPU or main memory while it runs, about. */
  readonly memoryBytes: number;
  readonly needs: { readonly webgpu: boolean; readonly f16: boolean; readonly storageBufferBytes: number };
  /** The twin for devices without f16. */
  readonly twin?: string;
  /** Tokens. */
  readonly contextWindow: number;
  /** For people, as its maker says. */
  readonly languages: string;
  /** Year and month in which the facts above were looked up last, such as `2026-11`. */
  readonly checked: string;
  /** Numbers per vector, for embedding models. */
  readonly dims?: number;
}
