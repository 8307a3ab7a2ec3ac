import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Premise } from '../../src/core/search/grounding';
import { detectLanguage } from '../../src/core/text/language';
import { splitSentences } from '../../src/core/text/sentences';

/** A sentence of an answer with what its writer was shown; see bench/data/grounding/README.md. */
export interface GroundingCase {
  readonly sentence: string;
  readonly premises: readonly Premise[];
  readonly label: 'supported' | 'unsupported';
  readonly kind: string;
  /** Words of the evidence that prove it, where they are known. */
  readonly proof: readonly string[];
}

interface Line {
  readonly sentence: string;
  /** Texts, or the name of a list of texts in `evidence.json`. */
  readonly evidence: string | readonly string[];
  readonly label: 'supported' | 'unsupported';
  readonly kind?: string;
  readonly proof?: readonly string[];
}

const HEADING = /^#{1,6}\s+(.+)$/u;

/** The cases of a folder. Premises of one list of evidence are made once. Throws what is wrong with a line. */
export function readGroundingCases(folder: string): readonly GroundingCase[] {
  const shared = join(folder, 'evidence.json');
  const lists = (existsSync(shared) ? JSON.parse(readFileSync(shared, 'utf8')) : {}) as Readonly<
    Record<string, readonly string[]>
  >;
  const made = new Map<string, readonly Premise[]>();
  const premisesOf = (evidence: Line['evidence']): readonly Premise[] => {
    const key = JSON.stringify(evidence);
    const texts = typeof evidence === 'string' ? lists[evidence] : evidence;
    if (!texts) throw new Error(`evidence.json has no list ${key}`);
    const premises = made.get(key) ?? texts.flatMap(sentencesOf);
    made.set(key, premises);
    return premises;
  };
  const lines = readFileSync(join(folder, 'cases.jsonl'), 'utf8').split('\n');
  return lines.flatMap((text, at) => {
    if (text.trim() === '') return [];
    const { sentence, evidence, label, kind = label, proof = [] } = JSON.parse(text) as Line;
    const isLabelled = ['supported', 'unsupported'].includes(label);
    if (!isLabelled || typeof sentence !== 'string')
      throw new Error(`cases.jsonl, line ${String(at + 1)}: no such case`);
    return [{ sentence, premises: premisesOf(evidence), label, kind, proof }];
  });
}

/** The sentences of a text with their neighbours; lines that begin with `#` are the headings of what follows. */
function sentencesOf(text: string): readonly Premise[] {
  const language = detectLanguage(text);
  let heading = '';
  const sections: { readonly heading: string; body: string }[] = [{ heading, body: '' }];
  for (const line of text.split('\n')) {
    const found = HEADING.exec(line)?.[1];
    if (found !== undefined) sections.push({ heading: (heading = found), body: '' });
    else sections[sections.length - 1] = { heading, body: `${sections.at(-1)?.body ?? ''}${line}\n` };
  }
  return sections.flatMap((section) => {
    const { starts, ends } = splitSentences(section.body, language);
    const sentences = [...starts].map((start, at) => section.body.slice(start, ends[at]));
    return sentences.map((sentence, at) => ({
      text: sentence,
      before: sentences[at - 1] ?? '',
      after: sentences[at + 1] ?? '',
      heading: section.heading,
    }));
  });
}
