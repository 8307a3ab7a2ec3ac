import { isStopWord } from '../../text/analysis/english';
import { isRecord } from '../../text/blocks';
import { givenNames } from './word-lists';

/** Times a mark must recur to count as one. */
const recurring = 3;
/** Labels of fields, as rows of a table or records are written out: `amount: 12`. */
const label = /^([ \t]*)([\p{L}_][\p{L}\p{N}_ .-]{0,30}):(?=[ \t])([^\n]*)/gmu;
const speaker = /^(\p{Lu}[.:])(?:[ \t]+(\S*)|$)/u;
const sentenceEnd = /[.!?…]["'”’)]*\s*$/;

/**
 * Blanks labels of fields and the letters of speakers (`Q.`, `A.`), with a bullet in their place. They count when they recur at the starts of
 * lines, or make up a record: they are form, not content. All offsets stay.
 */
export function withoutLineMarks(sentences: readonly string[]): readonly string[] {
  const labels = fieldLabels(sentences);
  const speakers = speakerLetters(sentences);
  if (labels.size === 0 && speakers.size === 0) return sentences;
  return sentences.map((sentence) => {
    const letter = speaker.exec(sentence)?.[1] ?? '';
    const plain = letter !== '' && speakers.has(letter) ? bullet(letter) + sentence.slice(letter.length) : sentence;
    if (!plain.includes(':')) return plain;
    return plain.replace(label, (line: string, indent: string, name: string) =>
      labels.has(name) ? indent + bullet(`${name}:`) + line.slice(indent.length + name.length + 1) : line,
    );
  });
}

const bullet = (mark: string): string => `‣${' '.repeat(mark.length - 1)}`;

interface Uses {
  count: number;
  /** Times the rest of the line ends like a sentence, as speech does and a field's value does not. */
  spoken: number;
}

function fieldLabels(sentences: readonly string[]): ReadonlySet<string> {
  const uses = new Map<string, Uses>();
  const inRecords = new Set<string>();
  for (const sentence of sentences) {
    if (!sentence.includes(':')) continue;
    const fields = [...sentence.matchAll(label)];
    const fieldsOnly = isRecord(sentence) && !fields.some(([, , name = '']) => isGiven(name));
    for (const [, , name = '', rest = ''] of fields) {
      if (fieldsOnly) inRecords.add(name);
      const use = uses.get(name) ?? { count: 0, spoken: 0 };
      use.count++;
      if (sentenceEnd.test(rest)) use.spoken++;
      uses.set(name, use);
    }
  }
  const recurringOnes = [...uses].filter(([name, use]) => isField(name, use)).map(([name]) => name);
  return new Set([...inRecords, ...recurringOnes]);
}

/** Small labels are fields; capitalised ones may be people who speak, in sentences or under a given name. */
function isField(name: string, { count, spoken }: Uses): boolean {
  if (count < recurring) return false;
  if (!/\p{Lu}/u.test(name)) return true;
  return spoken * 4 < count && !isGiven(name);
}

const isGiven = (name: string): boolean => givenNames.has(name.split(' ', 1)[0] ?? '');

/** Letters that open sentences again and again, in at least a third of them before a function word, as no initial does. */
function speakerLetters(sentences: readonly string[]): ReadonlySet<string> {
  const uses = new Map<string, { count: number; plain: number }>();
  for (const sentence of sentences) {
    if (!/^\p{Lu}[.:]/u.test(sentence)) continue;
    const [, letter = '', next = ''] = speaker.exec(sentence) ?? [];
    const use = uses.get(letter) ?? { count: 0, plain: 0 };
    use.count++;
    if (next === '' || isStopWord(next.replace(/[^\p{L}'’]/gu, ''))) use.plain++;
    uses.set(letter, use);
  }
  const marks = [...uses].filter(([, { count, plain }]) => count >= recurring && plain * 3 >= count);
  return new Set(marks.map(([letter]) => letter));
}
