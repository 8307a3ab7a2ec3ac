import type { CallPurpose } from '../../../../src/core/search/trace';
import type { ModelCall } from '../../../../src/core/models/model-call';

/** Returns the purpose of a call, by the form that it asks for and its words. */
export function purposeOf({ shape, messages }: ModelCall): CallPurpose {
  if (shape?.kind === 'choice') return shape.options.includes('yes') ? 'test' : 'rate';
  if (shape?.kind === 'record') {
    if ('points' in shape.fields || 'claims' in shape.fields) return 'map';
    if ('expanded' in shape.fields) return 'expand';
    if ('terms' in shape.fields) return 'keywords';
    return /^Follow-up question: /mu.test(messages.at(-1)?.content ?? '') ? 'step' : 'primer';
  }
  return messages.some(({ content }) => content.includes('-----Findings-----')) ? 'reduce' : 'answer';
}

/** The question of a DRIFT step. */
export const stepQuestion = ({ messages }: ModelCall): string =>
  /^Follow-up question: (.*)$/mu.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';

export const FOUNDED = 'The Harbour Company was founded in 1850 by Clara Voss.';
export const ROWED = 'Tobias Fenn rowed out alone and saved nine sailors.';

export const mapReply = (text: string, score = 80): string =>
  JSON.stringify({ points: text === '' ? [] : [{ description: text, reports: [1], score }] });

export const stepReply = (answer: string, followUps: readonly string[] = [], score = answer === '' ? 0 : 70): string =>
  JSON.stringify({ answer, score, follow_ups: followUps });
