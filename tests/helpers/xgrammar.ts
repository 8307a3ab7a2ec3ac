import { copyFileSync, mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type XGrammar = typeof import('@mlc-ai/web-xgrammar');

const require = createRequire(import.meta.url);

/** The grammar engine inside WebLLM. Its package is a UMD file marked as a module, which Node cannot import; a copy named .cjs it can. */
function loadXGrammar(): XGrammar {
  const copy = join(mkdtempSync(join(tmpdir(), 'xgrammar-')), 'index.cjs');
  copyFileSync(require.resolve('@mlc-ai/web-xgrammar'), copy);
  return require(copy) as XGrammar;
}

/** A vocabulary with what makes trouble: control characters, quotes, wide and invisible characters, and some whole words. */
const STOP = '</s>';
const WORDS = [
  'the ',
  'Ada',
  'none',
  '\\n',
  '\\"',
  '", "',
  '": ',
  '|',
  '||',
  '12',
  '007',
  '漢字',
  '😀',
  'é',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\u0085',
];
const CLOSING = ['"', ']', '}', '", "', '|', '\n'];
const VOCABULARY = [STOP, ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), ...WORDS];

interface Sampler {
  /** A random string of the grammar, ended as soon as it may be once it has `enough` tokens. */
  sample(random: () => number, enough: number): Promise<string>;
}

/** Compiles a grammar with the engine that WebLLM uses and draws from it as a model with no idea would. */
export async function createSampler(ebnf: string): Promise<Sampler> {
  const { GrammarCompiler, GrammarMatcher, Testings, TokenizerInfo } = loadXGrammar();
  const tokenizer = await TokenizerInfo.createTokenizerInfo(VOCABULARY, 'raw', false, VOCABULARY.length, [0]);
  const compiler = await GrammarCompiler.createGrammarCompiler(tokenizer);
  const matcher = await GrammarMatcher.createGrammarMatcher(await compiler.compileGrammar(ebnf));
  return {
    async sample(random, enough) {
      matcher.reset();
      let text = '';
      for (let count = 0; count < 20_000; count++) {
        const refused = new Set(
          await Testings.debugGetMaskedTokensFromBitmask(await matcher.getNextTokenBitmask(), VOCABULARY.length),
        );
        const allowed = VOCABULARY.map((_, id) => id).filter((id) => !refused.has(id));
        const token =
          allowed.includes(0) && (count >= enough || allowed.length === 1) ? 0 : pick(allowed, random, count < enough);
        if (!matcher.acceptToken(token))
          throw new Error(`The engine refused its own token after ${JSON.stringify(text)}`);
        if (token === 0) return text;
        text += VOCABULARY[token] ?? '';
      }
      throw new Error(`The grammar lets a reply run on: ${text.slice(0, 80)}…`);
    },
  };
}

/** Once there is enough, characters that close something come first, or a text would never end. */
function pick(allowed: readonly number[], random: () => number, free: boolean): number {
  const closing = free ? [] : allowed.filter((id) => CLOSING.includes(VOCABULARY[id] ?? ''));
  const choices = closing.length ? closing : allowed.filter((id) => id !== 0);
  const token = choices[Math.floor(random() * choices.length)];
  if (token === undefined) throw new Error('The grammar leads to a dead end');
  return token;
}
