import type { Gold } from '../../../scripts/lib/gold';
import type { ChatMessage } from '../../../src/core/models/chat-model';
import { derivedKind, derivedReply, type DerivedKind } from '../derived-replies';
import { corrupt } from './corrupt';
import { askedPairs, goldSame } from './decisions';
import { goldAnswerer } from './extraction';
import type { ReplyForm } from './reply-form';
import { reportAnswer, spoilReport } from './reports';
import { shownPrompt } from './shown-prompt';

/** Purpose of a call in an index run. */
export type CallKind =
  | 'compact'
  | 'full'
  | 'themes'
  | 'gleaning'
  | 'whether more'
  | 'claims'
  | 'names'
  | 'description'
  | 'report'
  | 'least of a report'
  | DerivedKind;

/** Undefined for a call that is none of an index run. */
export function kindOfCall(messages: readonly ChatMessage[]): CallKind | undefined {
  const derived = derivedKind(messages);
  if (derived) return derived;
  const shown = shownPrompt(messages);
  if (shown?.isDecision) return 'whether more';
  if (shown) return shown.answers > 0 ? 'gleaning' : shown.kind;
  if (askedPairs({ messages }).length > 0) return 'names';
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  if (system.includes('"findings"')) return 'report';
  if (system.includes('"summary"')) return 'least of a report';
  return system.includes('"description"') ? 'description' : undefined;
}

/** Answers any call of an index run from the gold standard and from what the call shows; undefined for other calls. */
export function goldModel(gold: Gold): (messages: readonly ChatMessage[], form: ReplyForm) => string | undefined {
  const passage = goldAnswerer(gold, { gleaningInterval: 5 });
  const same = goldSame(gold.entities);
  return (messages, form) => {
    if (kindOfCall(messages) !== 'names')
      return derivedReply(messages) ?? passage(messages, form) ?? reportAnswer(messages);
    const pairs = askedPairs({ messages }).map(({ number, a, b }) => ({
      pair: number,
      tag: same(a, b) ? 'yes' : 'no',
    }));
    if (form === 'lines') return pairs.map(({ pair, tag }) => `${tag}|${String(pair)}`).join('\n');
    const listed = (wanted: string) => pairs.filter(({ tag }) => tag === wanted).map(({ pair }) => ({ pair }));
    return JSON.stringify({ yes: listed('yes'), no: listed('no') });
  };
}

/** Spoils a reply to these messages, as on a bad day. */
export function spoil(reply: string, random: () => number, messages: readonly ChatMessage[]) {
  const kind = kindOfCall(messages);
  const isReport = kind === 'report' || kind === 'least of a report' || kind === 'description';
  return isReport ? spoilReport(reply, random) : corrupt(reply, random, messages);
}
