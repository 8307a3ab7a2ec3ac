import { contentTerms } from './asking-words';
import { germanContent, isGerman } from './german-questions';
import { terms } from '../text/terms';

/** What somebody is asked to have done: "designed the lighthouse" of "Who designed the lighthouse?". */
export interface AskedDeed {
  /** As it was typed. */
  readonly phrase: string;
  /** Terms of its verb. */
  readonly verb: readonly string[];
  /** Terms of what it was done to, and all else that is said of it. */
  readonly object: readonly string[];
}

/** Behind "did" stands who did it, and what was done to whom is asked: "Who did Moe blame?". */
const DID = 'did|does|do';
const HELPING = 'has|had|have|shall|will|would|could|can|should|may|might|must';
const ENGLISH = new RegExp(
  String.raw`^\s*who (?!(?:${DID})\b)(?:(?<helping>${HELPING}) )?(?:\p{L}+ly )?(?!(?:is|was|are|were|be|been|became|else|${HELPING})\b)(?<verb>\p{L}+) (?<object>\p{L}[^?]*?)\s*\??\s*$`,
  'iu',
);
/** One word behind the helping verb and the next: "blamed" of "Who has moe blamed?". */
const PARTICIPLE = /^\p{L}+ed$/u;
const GERMAN_HELPING = 'hat|hatte|haben|hatten|soll|sollte|wird|würde|kann|konnte|darf|durfte|muss|musste|will|wollte';
const GERMAN_BE = 'ist|war|sind|waren|wurde|wurden|bin';
/** The verb stands second, or at the end behind a helping verb. */
const GERMAN_SECOND = new RegExp(
  String.raw`^\s*wer (?!(?:${GERMAN_HELPING}|${GERMAN_BE})(?!\p{L}))(\p{L}+) (\p{L}[^?]*?)\s*\??\s*$`,
  'iu',
);
const GERMAN_LAST = new RegExp(String.raw`^\s*wer (?:${GERMAN_HELPING}) (\p{L}[^?]*?) (\p{Ll}+)\s*\??\s*$`, 'iu');

/** What stands apart at the end of a clause and before its verb elsewhere: "tauschte … aus", "austauschen". */
const SEPARABLE = /\s(ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|um|vor|weg|zu|zurück|zusammen)$/iu;

/** Reads a deed of which it is asked who did it; null where a question asks for none with a verb and an object of their own. */
export function askedDeed(question: string): AskedDeed | null {
  return isGerman(question) ? germanDeed(question) : englishDeed(question);
}

function englishDeed(question: string): AskedDeed | null {
  const { helping = '', verb = '', object = '' } = ENGLISH.exec(question)?.groups ?? {};
  if (helping !== '' && (/^\p{Lu}/u.test(verb) || PARTICIPLE.test(object))) return null;
  return deedOf(`${verb} ${object}`, contentTerms(verb), contentTerms(object));
}

function germanDeed(question: string): AskedDeed | null {
  const [, object = '', last = ''] = GERMAN_LAST.exec(question) ?? [];
  if (last !== '') return deedOf(`${object} ${last}`, terms(germanContent(last)), terms(germanContent(object)));
  const [, second = '', rest = ''] = GERMAN_SECOND.exec(question) ?? [];
  const prefix = SEPARABLE.exec(rest)?.[1] ?? '';
  const verb = terms(germanContent(prefix === '' ? second : `${second} ${prefix}${second}`));
  return deedOf(`${second} ${rest}`, verb, terms(germanContent(rest)));
}

function deedOf(phrase: string, verb: readonly string[], object: readonly string[]): AskedDeed | null {
  return verb.length > 0 && object.some((term) => !verb.includes(term)) ? { phrase, verb, object } : null;
}
