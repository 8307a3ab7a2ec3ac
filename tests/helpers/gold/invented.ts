import type { ReplyRecord } from './reply-form';
import type { ShownPrompt } from './shown-prompt';

/** By these words a test knows what was invented. */
export const INVENTED = 'was invented by';
/** A name that no document holds. */
export const NOBODY = 'Zebulon Quackenbush';

const UNKNOWN_NUMBER = 98;

/** A record of the same kind that the passage does not bear out: unknown names or ends, sentences that do not exist or name neither end. */
export function invented({ tag }: ReplyRecord, random: () => number, shown: ShownPrompt): ReplyRecord {
  const type = shown.types[0] ?? 'person';
  const { source, target, sentences } = evidence(random, shown);
  switch (tag) {
    case 'keep':
      return { tag, type, numbers: [UNKNOWN_NUMBER] };
    case 'new':
      return { tag, number: UNKNOWN_NUMBER - 1, name: NOBODY, type };
    case 'entity':
      return { tag, name: NOBODY, type, sentences: [1], description: INVENTED };
    case 'relation':
      return {
        tag,
        source: nameOf(shown, source),
        target: nameOf(shown, target),
        strength: 9,
        sentences,
        description: INVENTED,
      };
    case 'claim': // its sentence need name nobody
      return {
        tag,
        subject: UNKNOWN_NUMBER,
        object: 0,
        type: 'fraud',
        status: 'TRUE',
        from: 'none',
        to: 'none',
        sentences,
        description: INVENTED,
      };
    default:
      return { tag: 'link', source, target, predicate: INVENTED, sentences };
  }
}

interface Invented {
  readonly source: number;
  readonly target: number;
  readonly sentences: readonly number[];
}

/** Known ends with no such sentence or one that names neither, or an end that nobody named. */
function evidence(random: () => number, { names, sentences }: ShownPrompt): Invented {
  const end = (): number => 1 + Math.floor(random() * Math.max(1, names.length));
  const source = end();
  const target = source === 1 ? Math.min(2, names.length) : 1;
  const near = sentences.flatMap((text, n) =>
    sharesWord(text, names[source - 1]) || sharesWord(text, names[target - 1]) ? [] : [n + 1],
  );
  const way = random();
  if (way < 1 / 3 || names.length < 2) return { source: UNKNOWN_NUMBER, target, sentences: [1] };
  if (way < 2 / 3 || near.length === 0) return { source, target, sentences: [sentences.length + 7] };
  return { source, target, sentences: near.slice(0, 1) };
}

const sharesWord = (text: string, name = ''): boolean =>
  (name.match(/[\p{L}\p{N}]{2,}/gu) ?? []).some((word) =>
    text.toLowerCase().includes(word.toLowerCase().replace(/s$/u, '')),
  );

const nameOf = ({ names }: ShownPrompt, number: number): string => names[number - 1] ?? NOBODY;
