import type { Gold } from '../../../scripts/lib/gold';
import type { ChatMessage } from '../../../src/core/models/chat-model';
import { goldDecisions } from '../../../tests/helpers/gold/decisions';
import { corrupt, goldAnswerer } from '../../../tests/helpers/gold/extraction';
import { derivedKind } from '../../../tests/helpers/derived-replies';
import { reportAnswer, spoilReport } from '../../../tests/helpers/gold/reports';
import type { ReplyForm } from '../../../tests/helpers/gold/reply-form';
import { shownPrompt, type ShownPrompt } from '../../../tests/helpers/gold/shown-prompt';
import type { Answerer } from './ledger-model';

/** A model that knows the gold standard: passages and names by it, reports, which are JSON in any case, from the tables that a prompt shows. */
export function goldModel(gold: Gold, gleaningInterval = 0, form: ReplyForm = 'lines'): Answerer {
  const read = goldAnswerer(gold, { gleaningInterval });
  const decide = goldDecisions(gold.entities);
  return (messages) => ({
    text: wordyReply(messages) ?? read(messages, form) ?? reportAnswer(messages) ?? decide({ messages }, form),
    finish: 'stop',
  });
}

/** Contexts of as many words as models write of their own accord (55 to 79 tokens), and summaries of as many as were asked for; each of what it is shown. */
const WORDS = { contexts: 45, summary: 60 } as const;

/** Contexts and summaries of realistic lengths; undefined for any other call. */
function wordyReply(messages: readonly ChatMessage[]): string | undefined {
  const kind = derivedKind(messages);
  if (kind !== 'contexts' && kind !== 'summary') return undefined;
  const shown = messages.at(-1)?.content ?? '';
  const passages = Array.from(shown.matchAll(/^\[(\d+)\] (.+)$/gmu), ([, number, text = '']) => ({
    passage: Number(number),
    context: text.split(' ').slice(0, WORDS.contexts).join(' '),
  }));
  if (kind === 'contexts') return JSON.stringify({ contexts: passages });
  const each = Math.ceil(WORDS.summary / Math.max(1, passages.length));
  const words = passages.flatMap(({ context }) => context.split(' ').slice(0, each));
  return JSON.stringify({ summary: words.slice(0, WORDS.summary).join(' ') });
}

/** A model without knowledge: it keeps the first so many names that a prompt lists and links those of a sentence with its first; every name is its own. */
export function linkingModel(most = Infinity): Answerer {
  const decide = goldDecisions([]);
  return (messages) => {
    const shown = shownPrompt(messages);
    const text = shown ? (shown.kind === 'claims' ? claimOf(shown) : linksOf(shown, most)) : reportAnswer(messages);
    return { text: text ?? decide({ messages }), finish: 'stop' };
  };
}

function linksOf({ names: listed, sentences }: ShownPrompt, most: number): string {
  const names = listed.slice(0, most);
  if (names.length === 0) return 'none';
  const links = sentences.flatMap((sentence, n) => {
    const [first, ...others] = names.flatMap((name, at) => (sentence.includes(name) ? [at + 1] : []));
    return others.map((other) => `link|${String(first)}|${String(other)}|stands with|${String(n + 1)}`);
  });
  return [`keep|concept|${names.map((_, at) => String(at + 1)).join(',')}`, ...links.slice(0, 24)].join('\n');
}

function claimOf({ names, sentences }: ShownPrompt): string {
  const at = sentences.findIndex((sentence) => sentence.includes(names[0] ?? '\n'));
  if (at < 0) return 'none';
  return `claim|1|0|finding|TRUE|none|none|${String(at + 1)}|Something is said of ${names[0] ?? ''}.`;
}

/** A reply that was spoilt, and how. */
export interface Spoilt {
  readonly kind: string;
  /** Number of the model's call, from 0. */
  readonly call: number;
  readonly text: string;
}

/** The same model on a bad day: each reply is spoilt with this probability, independently of all others. */
export function spoilt(answer: Answerer, share: number, random: () => number, log: Spoilt[]): Answerer {
  return (messages, call) => {
    const good = answer(messages, call);
    if (random() >= share) return good;
    const bad = spoil(messages, good.text, random);
    log.push({ ...bad, call });
    return { text: bad.text, finish: bad.finish };
  };
}

function spoil(messages: readonly ChatMessage[], text: string, random: () => number) {
  if (shownPrompt(messages)) return corrupt(text, random, messages);
  return text.startsWith('{') ? spoilReport(text, random) : spoilDecisions(text, random);
}

const KINDS = ['malformed', 'cut', 'repeated', 'hallucinated'] as const;

/** Answers to pairs of names that are words, end early, go round in a circle, or are about pairs that nobody asked about. */
function spoilDecisions(text: string, random: () => number) {
  const kind = KINDS[Math.floor(random() * KINDS.length)] ?? 'cut';
  const [first = ''] = text.split('\n');
  const texts = {
    malformed: random() < 0.5 ? 'They seem to be different people.' : text.replaceAll('|', ': '),
    cut: text.slice(0, Math.floor(random() * text.length)),
    repeated: Array<string>(60).fill(first).join('\n'),
    hallucinated: `${text}\nyes|57\nyes|93`,
  };
  const long = kind === 'cut' || kind === 'repeated';
  return { kind, text: texts[kind], finish: long ? ('length' as const) : ('stop' as const) };
}
