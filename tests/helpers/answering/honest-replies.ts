import { NOT_FOUND } from '../../../src/core/prompts/answers';
import type { AskedCall } from './asked-call';
import { statedSentences, withReference, type StatedSentence } from './stated-sentences';

/** Tables of which a document's own words are quoted. */
const OWN_WORDS = ['Sources', 'Reports'];
const QUOTED = 3;
const POINTS = 3;
const HELPS = 70;

/** Answers each prompt with sentences of its own data and nothing else. */
export function honestReply(call: AskedCall): string {
  switch (call.prompt) {
    case 'rate-report':
      return sharesAName(call) ? '4' : '2';
    case 'global-map':
      return JSON.stringify({ points: points(call) });
    case 'lazy-expand':
      return JSON.stringify({ expanded: call.question });
    case 'lazy-test':
      return sharesAName({ ...call, user: call.user.split('\nPassage: ')[1] ?? '' }) ? 'yes' : 'no';
    case 'lazy-claims':
      return JSON.stringify({ claims: claims(call) });
    case 'drift-primer':
    case 'drift-step':
      return JSON.stringify(step(call));
    case 'global-reduce':
    case 'drift-reduce':
      return joined(call);
    case 'rewrite-question':
      return JSON.stringify({ Q: [{ question: rewritten(call) }] });
    case 'follow-up-questions':
      return JSON.stringify({
        Q: namesIn(call.user)
          .slice(0, 3)
          .map((name) => ({ question: askOf(name) })),
      });
    case 'lightrag-keywords':
      return JSON.stringify({ themes: [], terms: namesIn(call.question) });
    case 'drift-hypothesis':
      return `A report on it might say the following. ${call.question}`;
    default:
      return quoted(statedSentences(call, OWN_WORDS).slice(0, QUOTED));
  }
}

/** A paragraph, or that the data hold nothing. */
const quoted = (sentences: readonly StatedSentence[]): string => sentences.map(withReference).join(' ') || NOT_FOUND;

/** The sentences of the findings with the references that they came with, as a list. */
function joined({ rows }: AskedCall): string {
  const findings = rows.filter(({ table }) => table === 'Findings').map(({ text }) => `- ${text}`);
  return findings.length === 0 ? NOT_FOUND : ['In short:', '', ...findings].join('\n');
}

function points(call: AskedCall): readonly object[] {
  const sentences = statedSentences(call, ['Reports']);
  const all = sentences.length > 0 ? sentences : firstOfEach(call);
  return all
    .slice(0, POINTS)
    .map(({ text, number }, at) => ({ description: text, reports: [number], score: HELPS - 10 * at }));
}

const claims = (call: AskedCall): readonly object[] =>
  statedSentences(call, ['Sources'])
    .slice(0, POINTS)
    .map(({ text, number }, at) => ({ claim: text, sources: [number], score: HELPS - 10 * at }));

/** A question on everything shares no word with any report. */
const firstOfEach = (call: AskedCall): readonly StatedSentence[] =>
  call.rows.flatMap(({ text, table, number }) => {
    const first = /^.{20,}?[.!?](?=\s|$)/u.exec(text)?.[0];
    return first === undefined ? [] : [{ text: first, table, number }];
  });

function step(call: AskedCall): object {
  const sentences = statedSentences(call, OWN_WORDS).slice(0, 2);
  const names = namesIn(call.rows.map(({ text }) => text).join('\n')).filter((name) => !call.question.includes(name));
  return {
    answer: sentences.map(withReference).join(' '),
    score: sentences.length === 0 ? 0 : HELPS,
    follow_ups: names.slice(0, 3).map(askOf),
  };
}

const askOf = (name: string): string => `What is told of ${name}?`;

/** The name that the newest turn of the conversation was about, in place of a pronoun. */
function rewritten({ user, question }: AskedCall): string {
  const [name] = namesIn(user.replace(/^(?:Newest|Self-contained) question:.*$/gmu, ''));
  return name === undefined ? question : question.replace(/\b(?:he|she|they|it|him|her)\b/iu, name);
}

/** Two capitalised words in a row, in their order, each once. */
const namesIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,} \p{Lu}\p{Ll}{2,}/gu), ([name]) => name)),
];

const sharesAName = ({ user, question }: AskedCall): boolean =>
  namesIn(`, ${question}`).some((name) => user.split('\nQuestion:')[0]?.includes(name));
