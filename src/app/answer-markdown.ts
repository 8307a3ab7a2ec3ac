import type { Answer, Citation } from '../core/search/events';
import { evidenceMarkdown } from './answers/evidence-export';
import { footnoted } from './answers/footnoted';
import { unreadNote } from './answer-scope';
import { methodLabel } from './methods';
import { modeName } from './search-modes';

/** A question with its answer, as it is exported. */
export interface ExportedAnswer {
  readonly question: string;
  readonly answer: Answer;
  /** The chosen documents in words; empty when all were asked. */
  readonly scope: string;
}

const escape = (text: string): string => text.replace(/[\\`*_[\]<>#|]/g, '\\$&').replace(/\s*\n\s*/g, ' ');

/** The answer as Markdown; every citation is a footnote with quote, document and page. */
export function answerMarkdown(question: string, answer: Answer, scope = ''): string {
  return `${turnMarkdown({ question, answer, scope }, '')}\n`;
}

/** A whole conversation as Markdown, each answer with its own footnotes. */
export function conversationMarkdown(title: string, turns: readonly ExportedAnswer[]): string {
  const parts = turns.map((turn, at) => turnMarkdown(turn, `${String(at + 1)}-`));
  return `# ${escape(title)}\n\n${parts.join('\n\n')}\n`;
}

/** Words of deleted documents are not in an answer any more. */
const EVERYTHING = { has: () => true };

function turnMarkdown({ question, answer, scope }: ExportedAnswer, prefix: string): string {
  const mark = (number: number): string => `[^${prefix}${String(number)}]`;
  if (answer.text === undefined) {
    const evidence = evidenceMarkdown(question, answer.evidence, EVERYTHING, prefix).trim();
    return [evidence, aboutOf(answer, scope)].join('\n\n');
  }
  const body = footnoted(answer, mark).trim();
  const notes = answer.citations.map((citation) => footnote(citation, mark)).join('\n');
  const lead = answer.lead === undefined ? '' : `*${escape(answer.lead)}*`;
  return [`## ${escape(question)}`, lead, body, aboutOf(answer, scope), notes].filter(Boolean).join('\n\n');
}

function aboutOf(answer: Answer, scope: string): string {
  const { method, mode, stopped, notFound } = answer;
  const early = unreadNote(answer);
  const parts = [
    methodLabel(method),
    `${modeName(mode)} search`,
    ...(notFound ? ['not found in the documents'] : []),
    ...(stopped ? ['stopped'] : []),
    ...(scope ? [`asked of ${escape(scope)}`] : []),
    ...(early ? [early] : []),
  ];
  return `*${parts.join(' · ')}*`;
}

function footnote({ target, passages, number }: Citation, mark: (number: number) => string): string {
  const from = target.kind === 'passage' ? '' : `${target.kind} “${escape(target.title)}”; `;
  const kept = passages.filter((passage) => passage.quote !== '');
  if (kept.length === 0) return `${mark(number)}: The document was deleted.`;
  const places = kept.map((passage) => {
    const page = passage.page === null ? '' : `, page ${passage.page}`;
    return `“${escape(passage.quote)}” (${escape(passage.documentTitle)}${page})`;
  });
  return `${mark(number)}: ${from}${places.join('; ')}`;
}
