import type { EvidenceView, Passage, StatementView } from '../../core/search/evidence/evidence';
import { escapeMarkdown, escapeMarkdownLine } from '../../core/text/escape-markdown';
import { placeWords } from '../evidence/evidence-export';
import { findingHeading } from '../evidence/finding-heading';
import { messageText } from '../words/messages';
import { reportMethodLabel } from '../words/methods';

/** Headings of Markdown go no deeper. */
const DEEPEST_HEADING = 5;

interface Stated {
  readonly text: string;
  readonly passages: readonly Passage[];
}

/** Sources of a file, numbered from 1 in the order in which they are cited. */
export class Footnotes {
  #count = 0;
  #notes: string[] = [];

  /** The marks of what a text rests on. */
  marks(passages: readonly Passage[]): string {
    return passages.map((passage) => this.#mark(passage)).join('');
  }

  /** The notes since they were taken last. */
  take(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  #mark(passage: Passage): string {
    const mark = `[^${String(++this.#count)}]`;
    this.#notes.push(`${mark}: ${escapeMarkdownLine(`${placeWords(passage)}: “${passage.quote}”`)}`);
    return mark;
  }
}

/** A report as Markdown: its heading as deep as its level, each statement with footnotes that quote what it rests on and name the place. */
export function reportMarkdown(view: EvidenceView, level: number, footnotes: Footnotes): string {
  const heading = '#'.repeat(Math.min(DEEPEST_HEADING, level + 2));
  const facts = [messageText(view.subtitle), reportMethodLabel(view.method)].filter(Boolean).join(' · ');
  const findings = view.findings.flatMap((finding) => {
    const { summary, explanation, passages, statements } = finding;
    const title = findingHeading(finding);
    if (explanation === summary) return [`${heading}# ${escapeMarkdownLine(summary)}${footnotes.marks(passages)}`];
    return [
      ...(title ? [`${heading}# ${escapeMarkdownLine(title)}`] : []),
      cited(explanation, passages, statements, footnotes),
    ];
  });
  return [
    `${heading} ${escapeMarkdownLine(view.title)}`,
    `_${escapeMarkdownLine(facts)}_`,
    cited(view.text, view.textPassages ?? [], view.textStatements, footnotes),
    ...findings,
    footnotes.take().join('\n'),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

/** A text with the marks of its sources: behind each sentence where it is known what that rests on, else at the end. */
function cited(
  text: string,
  passages: readonly Passage[],
  statements: readonly StatementView[] | undefined,
  footnotes: Footnotes,
): string {
  const stated: readonly Stated[] = statements ?? [{ text, passages }];
  const known = new Set(stated.flatMap((one) => one.passages).map(keyOf));
  const words = stated.map((one) => `${escapeMarkdown(one.text)}${footnotes.marks(one.passages)}`).join('');
  return `${words}${footnotes.marks(passages.filter((one) => !known.has(keyOf(one))))}`.trim();
}

const keyOf = ({ document_id, start, end }: Passage): string => `${document_id}:${String(start)}:${String(end)}`;
