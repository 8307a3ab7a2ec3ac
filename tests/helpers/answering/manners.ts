import type { AskedCall } from './asked-call';
import { honestReply } from './honest-replies';
import { referenceOf, statedSentences, withReference, type StatedSentence } from './stated-sentences';

/**
 * Manner of the played model towards a person:
 * - `honest`: with sentences of the data and their right numbers.
 * - `wrong ids`: the same with numbers of other rows, and of rows that were never shown.
 * - `invented`: with a sentence among them that is in no document.
 * - `formatted`: with everything that Markdown has, and a sentence that is in no document.
 * - `hostile`: with markup and addresses that must do nothing.
 * - `formless`: prose wherever a form is asked for, and no references.
 * - `silent`: nothing at all.
 */
export type Manner = 'honest' | 'wrong ids' | 'invented' | 'formatted' | 'hostile' | 'formless' | 'silent';

/** No document says so. */
export const INVENTED_SENTENCE = 'Queen Hilda of Norway paid 40,000 crowns for it in 1612.';
/** Host to which markup of a hostile reply would lead. */
export const HOSTILE_HOST = 'evil.example';

/** Prompts whose replies a person reads. */
export const WRITTEN = new Set(['local-answer', 'basic-answer', 'everything-answer', 'global-reduce', 'drift-reduce']);
const NOWHERE = 97;

export function replyIn(manner: Manner, call: AskedCall): string {
  if (manner === 'silent') return '';
  if (manner === 'formless') return formless(call);
  const honest = honestReply(call);
  if (!WRITTEN.has(call.prompt)) return honest;
  const sentences = statedSentences(call, ['Sources', 'Reports', 'Findings']);
  switch (manner) {
    case 'honest':
      return honest;
    case 'wrong ids':
      return honest.replaceAll(/\((\d[\d, ]*)\)\]/gu, `(${String(NOWHERE)})]`);
    case 'invented':
      return `${honest} ${INVENTED_SENTENCE} [Data: Sources (1, ${String(NOWHERE)})]`;
    case 'formatted':
      return formatted(sentences);
    case 'hostile':
      return `${honest}\n\n${HOSTILE}`;
  }
}

const formless = ({ prompt, question }: AskedCall): string =>
  prompt === 'rate-report'
    ? 'Well, that depends'
    : `Let me think about “${question}”. I would rather not fill in a form.`;

function formatted([first, second, third, ...rest]: readonly StatedSentence[]): string {
  if (!first) return '## Nothing\n\nThere is nothing to say.';
  const cell = (one: StatedSentence | undefined): string => (one ? withReference(one) : '–');
  return `## In short

**Mind:** ${withReference(first)}

| What | Says |
| :-- | :-- |
| First | ${cell(first)} |
| Second | ${cell(second)} |

1. ${cell(second)}
2. ${cell(third)}
   - ${cell(rest[0])}

> ${first.text} ${referenceOf(first)}

\`\`\`
well = spring + rain
if (well > brim) { overflow(); }
\`\`\`

The flow is $q = \\frac{V}{t}$ where \`q\` is in litres, so

$$\\sum_{i=1}^{n} q_i \\cdot t_i = V$$

It costs $5 to $7 a day. See [the ledger](https://ledger.example/page?a=1) for *more*, ~~or not~~.

${INVENTED_SENTENCE}`;
}

const HOSTILE = `<img src="https://${HOSTILE_HOST}/pixel.png" onerror="globalThis.hacked = 1">
<script>globalThis.hacked = 2</script>
<iframe src="https://${HOSTILE_HOST}/frame"></iframe>

[Read on](javascript:globalThis.hacked=3), [here](https://${HOSTILE_HOST}/link) or ![picture](https://${HOSTILE_HOST}/picture.png).

$\\href{javascript:globalThis.hacked=4}{x} + \\includegraphics{https://${HOSTILE_HOST}/maths.png}$

<a href="https://${HOSTILE_HOST}/anchor" onclick="globalThis.hacked = 5">a link</a> and https://${HOSTILE_HOST}/bare`;
