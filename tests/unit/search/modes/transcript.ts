import type { Answer } from '../../../../src/core/search/answer/answer';
import type { TracedCall } from '../../../../src/core/search/trace';
import { purposeName } from '../../../../src/app/words/answers';
import { inEnglish } from '../../../../src/core/message';

/** All calls of an answer as a person reads them: each prompt as it was sent, its reply, and the answer with what it rests on. */
export function transcriptOf(question: string, { trace, text = '', sentences, citations }: Answer): string {
  const cited = citations.map(({ number, target, passages }) => {
    const [passage] = passages;
    return `${String(number)}. ${target.kind}: “${passage?.quote ?? ''}” (${passage?.documentTitle ?? ''})`;
  });
  const rests = sentences.map(
    (one) =>
      `- ${[one.verdict, one.reason].filter(Boolean).join(': ')}, ${one.citations.join(' ') || 'none'}: ${one.text}`,
  );
  return [
    `# ${question}`,
    inEnglish(trace.reason),
    ...(trace.calls ?? []).map(callText),
    `## The answer\n\n${fenced(text)}`,
    `## What its sentences rest on\n\n${rests.join('\n')}`,
    `## Citations\n\n${cited.join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function callText({ purpose, about, messages, reply, promptTokens, documentIds }: TracedCall, at: number): string {
  const title = `## Call ${String(at + 1)}: ${purposeName(purpose)}${about === '' ? '' : `: ${inEnglish(about)}`}`;
  const cost = `${String(promptTokens)} tokens in, words of ${String(documentIds.length)} documents.`;
  const sent = messages.map(({ role, content }) => `### ${role}\n\n${fenced(content)}`);
  return [title, cost, ...sent, `### reply\n\n${fenced(reply)}`].join('\n\n');
}

const fenced = (text: string): string => `~~~~text\n${text}\n~~~~`;
