/** The token that ends a reply; the ids before it are the 256 bytes. */
export const END_TOKEN = 256;
/** Bytes, and what a grammar may choose besides. */
export const KNOWN_TOKENS = 259;

/** A tokenizer.json in which every byte is a token and nothing is merged. */
export function byteTokenizer(): object {
  const level = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true };
  const special = ['<|end|>', '<|begin|>', '<|pad|>'].map((content, i) => ({
    id: END_TOKEN + i,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special,
    normalizer: null,
    pre_tokenizer: level,
    post_processor: null,
    decoder: level,
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: '',
      end_of_word_suffix: '',
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries(byteLetters().map((letter, byte) => [letter, byte])),
      merges: [],
    },
  };
}

/** Byte-level tokenizers write each byte as a visible letter: printable ones as themselves, the others from U+0100 on. */
function byteLetters(): readonly string[] {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    return String.fromCodePoint(printable ? byte : next++);
  });
}
