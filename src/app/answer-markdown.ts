import type { Answer, AnswerSentence, Citation } from '../core/search/events';
import { mergedSentences } from './answer-blocks';
import { methodLabel } from './methods';
import { modeName } from './search-modes';

const escape = (text: string): string => text.replace(/[\\`*_[\]<>#|]/g, '\\$&').replace(/\s*\n\s*/g, ' ');

function line(sentence: AnswerSentence): string {
  const notes = sentence.citations.map((number) => `[^${number}]`).join('');
  const text = `${escape(sentence.text)}${notes}`;
  if (sentence.role === 'heading') return `\n\n### ${text}\n\n`;
  if (sentence.role === 'item') return `\n- ${text}`;
  return `${text} `;
}

function footnote(citation: Citation): string {
  const { target, passages, number } = citation;
  const from = target.kind === 'passage' ? '' : `${target.kind} “${escape(target.title)}”; `;
  const kept = passages.filter((passage) => passage.quote !== '');
  if (kept.length === 0) return `[^${number}]: The document was deleted.`;
  const places = kept.map((passage) => {
    const page = passage.page === null ? '' : `, page ${passage.page}`;
    return `“${escape(passage.quote)}” (${escape(passage.documentTitle)}${page})`;
  });
  return `[^${number}]: ${from}${places.join('; ')}`;
}

/** The answer as Markdown; every citation is a footnote with quote, document and page. */
export function answerMarkdown(question: string, answer: Answer, scope = ''): string {
  const body = mergedSentences(answer.sentences).map(line).join('').replace(/ +\n/g, '\n').trim();
  const asked = scope ? ` · asked of ${escape(scope)}` : '';
  const about = `*${methodLabel(answer.method)} · ${modeName(answer.mode)} search${answer.stopped ? ' · stopped' : ''}${asked}*`;
  const notes = answer.citations.map(footnote).join('\n');
  return `## ${escape(question)}\n\n${body}\n\n${about}\n\n${notes}\n`;
}
