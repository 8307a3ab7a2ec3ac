/** What is known of an embedding model that a server runs, by the name that its maker gave it. */
export interface ServerEmbedding {
  readonly questionPrefix: string;
  readonly passagePrefix: string;
  /** Tokens of the longest text that it reads at once; a server may give it fewer. */
  readonly contextWindow: number;
}

interface Entry extends ServerEmbedding {
  /** Matches the model’s name as servers write it: with a publisher, a version, a quantisation or a file’s ending around it. */
  readonly names: RegExp;
}

const BARE = { questionPrefix: '', passagePrefix: '' };
const BGE = { questionPrefix: 'Represent this sentence for searching relevant passages: ', passagePrefix: '' };
const NOMIC = { questionPrefix: 'search_query: ', passagePrefix: 'search_document: ' };
const E5 = { questionPrefix: 'query: ', passagePrefix: 'passage: ' };
const INSTRUCTED = {
  questionPrefix: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ',
  passagePrefix: '',
};

/** Prefixes and lengths are those of the makers’ model cards, looked up in November 2026. The first that matches counts. */
const ENTRIES: readonly Entry[] = [
  { names: /nomic-embed-text[-_:]?v2/iu, ...NOMIC, contextWindow: 512 },
  { names: /nomic-embed/iu, ...NOMIC, contextWindow: 2048 },
  { names: /bge-m3/iu, ...BARE, contextWindow: 8192 },
  { names: /bge-(?:small|base|large)(?!-zh)/iu, ...BGE, contextWindow: 512 },
  { names: /mxbai-embed/iu, ...BGE, contextWindow: 512 },
  {
    names: /arctic-embed(?:2|.*v2)/iu,
    questionPrefix: 'query: ',
    passagePrefix: '',
    contextWindow: 8192,
  },
  { names: /arctic-embed/iu, ...BGE, contextWindow: 512 },
  { names: /qwen3-embedding/iu, ...INSTRUCTED, contextWindow: 8192 },
  { names: /e5-.*instruct/iu, ...INSTRUCTED, contextWindow: 512 },
  { names: /(?:^|[^a-z\d])e5-/iu, ...E5, contextWindow: 512 },
  {
    names: /embedding-?gemma/iu,
    questionPrefix: 'task: search result | query: ',
    passagePrefix: 'title: none | text: ',
    contextWindow: 2048,
  },
  { names: /granite-embedding.*r2/iu, ...BARE, contextWindow: 8192 },
  { names: /jina-embeddings-v2/iu, ...BARE, contextWindow: 8192 },
  { names: /gte-multilingual|gte-modernbert/iu, ...BARE, contextWindow: 8192 },
  { names: /minilm/iu, ...BARE, contextWindow: 256 },
  { names: /embed|(?:^|[^a-z\d])(?:bge|gte)-|paraphrase-/iu, ...BARE, contextWindow: 512 },
];

/** Undefined for a name that is not known for embedding. */
export const serverEmbedding = (name: string): ServerEmbedding | undefined =>
  ENTRIES.find(({ names }) => names.test(name));

/** For a model of which a server says that it embeds, but whose name tells nothing. */
export const UNKNOWN_EMBEDDING: ServerEmbedding = { ...BARE, contextWindow: 512 };
