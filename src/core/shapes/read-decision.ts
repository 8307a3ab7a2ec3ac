import { readLastFit, type Fit } from './last-fit';
import { Repairs } from './repairs';
import { isRecord, readChoice } from './read-fields';
import type { ChoiceShape } from './shape';

/** Reads the option that a reply gives, or the only one that its words name. A digit counts only as the answer, since prose has other digits. */
export function readDecision({ options }: ChoiceShape, text: string, repairs: Repairs): string | undefined {
  const areFigures = options.every((option) => /^\d+$/u.test(option));
  const read = (value: unknown): string | undefined => {
    const exact = readChoice(options, value);
    if (exact !== undefined || !areFigures || typeof value !== 'string') return exact;
    const figure = readChoice(options, figureOf(value));
    if (figure !== undefined) repairs.note('unwrapped');
    return figure;
  };
  let isJson = false;
  const decide = (json: unknown): Fit<string> | undefined => {
    const decision = isRecord(json) ? decisionOf(json, read) : undefined;
    isJson ||= isRecord(json);
    return decision === undefined ? undefined : { value: decision, given: 1, isWhole: true };
  };
  const found = readLastFit(text, decide, new Repairs()) ?? (isJson ? undefined : read(text));
  return found !== undefined || areFigures ? found : namedIn(text, options, repairs);
}

function namedIn(text: string, options: readonly string[], repairs: Repairs): string | undefined {
  const words = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const named = options.filter((option) => words.includes(` ${option.toLowerCase()} `));
  if (named.length === 1) repairs.note('unwrapped');
  return named.length === 1 ? named[0] : undefined;
}

const DECIDES = /^(?:choice|decision|answer|digit|rating|rate|score|relevance|value)$/iu;
const lastWord = (name: string): string => name.split(/[\s_-]+|(?<=\p{Ll})(?=\p{Lu})/u).at(-1) ?? '';

/** Reads the only field, or the fields with a deciding name (“score”, or else “relevance_score”) if they agree. */
function decisionOf(
  json: Readonly<Record<string, unknown>>,
  read: (value: unknown) => string | undefined,
): string | undefined {
  const fields = Object.entries(json);
  if (fields.length === 1) return read(fields[0]?.[1]);
  const named = fields.filter(([name]) => DECIDES.test(name));
  const deciding = named.length > 0 ? named : fields.filter(([name]) => DECIDES.test(lastWord(name)));
  const values = new Set(deciding.map(([, value]) => read(value)).filter((one) => one !== undefined));
  return values.size === 1 ? [...values][0] : undefined;
}

/** The end of a scale after a figure: “/5”, “out of 5”. */
const END_OF_SCALE =
  /(?<![\p{N}.,])(\d{1,3}(?:\s(?:points?|stars?|Punkten?|Sternen?))?)\s*(?:\/|out of|von|of)\s*\d{1,3}(?![\p{N}])/giu;
/** “(0-5)”, “on a scale from 0 to 5”. */
const SCALE = /(?:\(|\bscale (?:of |from )?|\bskala von )\d{1,3}\s?(?:to|bis|[–—-])\s?\d{1,3}(?!\p{N})/giu;
/** Text that may follow a figure that is an answer: signs, a full stop, its unit or a reason, but no counted thing. */
const BEHIND = String.raw`(?![\p{N}%])(?=[*_"'”)\]]*(?:\s+(?:points?|stars?|Punkte?n?|Sterne?n?)(?!\p{L})[*_"'”)\]]*)?(?:$|[\n,:;=!](?!\p{N})|\.(?!\p{N})|\s*[–—-]\s|\s*\(|\s+(?:because|since|as|for|weil|denn|da)(?!\p{L})))`;
/** A figure in front: “3”, “**3** – helps”, “3 because …”, but no count such as “3 reports”. */
const IN_FRONT = new RegExp(String.raw`^[^\p{L}\p{N}-]*(\d+)${BEHIND}`, 'giu');
/** “Rating: 3”. */
const LABELLED =
  /(?<![a-z])(?:digit|rating|rate|score|answer|relevance|relevanz|bewertung|wertung|评分|評分)["'*_]*\s?(?:[:=：]|is\b)\s?["'*_]*(\d+)(?![\p{N}%])(?=["'*_]*(?:$|[\s,;.)!](?!\p{N})))/giu;
/** “I would give this a 3.” Read only if the reply has no other figure. */
const GIVEN = new RegExp(
  String.raw`\b(?:give|rate|score|assign|deserve|earn|get|merit|bewerte|gebe|is an?)(?:s|d)?\s[^\p{N}\n]{0,60}?(\d+)${BEHIND}`,
  'giu',
);
/** Matches another figure right after one: “or 4”, “to 4”, “- 4”, “, 4”. */
const ANOTHER =
  /^(?:[^\p{L}\p{N}\n]*(?:(?:or|to|and|through|maybe|perhaps|possibly|even|a|oder|bis|und|vielleicht)[^\p{L}\p{N}\n]+)*\d|[^\p{L}\p{N}]*\d+[^\p{L}\p{N}]*$)/iu;
const ITEM = /^[\s*_]*(\d+)[.)][*_]*[ \t]+\S/u;
const FURTHER_ITEM = /\n[ \t*_]*\d+[.)][*_]*[ \t]+\S/u;

/** Finds the one figure that a reply in words gives as its answer. Undefined for none or several. Linear. */
function figureOf(text: string): string | undefined {
  const own = text.replace(SCALE, ' ').replace(END_OF_SCALE, '$1');
  const found = [
    ...own.matchAll(LABELLED),
    ...(isList(own) ? [] : own.matchAll(IN_FRONT)),
    ...(own.match(/\d+/gu)?.length === 1 ? own.matchAll(GIVEN) : []),
  ];
  if (found.some(({ 0: all, index }) => ANOTHER.test(own.slice(index + all.length)))) return undefined;
  const figures = new Set(found.map(([, figure]) => figure));
  return figures.size === 1 ? [...figures][0] : undefined;
}

/** Checks if a text begins like a numbered list, perhaps cut after its first item: “1. The first report …”. */
function isList(text: string): boolean {
  const first = ITEM.exec(text)?.[1];
  return first === '1' || (first !== undefined && FURTHER_ITEM.test(text));
}
