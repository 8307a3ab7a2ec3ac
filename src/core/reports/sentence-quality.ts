import { isBoilerplate } from '../text/boilerplate';

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const CLOSED = /[.!?…。！？｡।؟۔][\p{P}\p{Zs}]*$/u;
const MIN_WORDS = 5;
const MIN_UNSPACED = 8;
const MAX_CHARACTERS = 700;

const QUESTION = /[?？؟][\p{P}\s]*$/u;
/** `From: …` and its like at the start of a mail. */
const MAIL_HEADER = /^(?:from|to|cc|bcc|date|sent|subject|reply-to|message-id)\s*:\s/iu;
const FIELD = /(?:^|\n)[ \t]*[\p{L}_][\p{L}\p{N}_ .-]{0,30}:[ \t]/gu;
const FIELDS = 3;

/** Fields of a record, one to a line. */
function isRecord(text: string): boolean {
  return (text.match(FIELD)?.length ?? 0) >= FIELDS;
}

/**
 * Whether a text is no sentence to quote: too short or long, a question, a table row or record, a mail header, mostly signs, or like a
 * heading.
 */
export function isPoorSentence(text: string): boolean {
  if (QUESTION.test(text) || MAIL_HEADER.test(text) || isRecord(text) || isBoilerplate(text)) return true;
  if (text.length > MAX_CHARACTERS || /\t|\|.*\||\.{4}|_{3}/.test(text)) return true;
  const letters = text.match(/\p{L}|\p{M}/gu)?.length ?? 0;
  const signs = text.match(/[^\s\p{Zs}]/gu)?.length ?? 0;
  if (letters < 0.65 * signs) return true;
  if (UNSPACED.test(text)) return letters < MIN_UNSPACED;
  const words = text.split(/[\s\p{Zs}]+/u).filter((word) => /\p{L}/u.test(word));
  if (words.length < MIN_WORDS) return true;
  return !CLOSED.test(text) && likeHeading(words);
}

/** Without a full stop: few words, or most of them capitalised. */
function likeHeading(words: readonly string[]): boolean {
  const capitals = words.filter((word) => /^\P{L}*\p{Lu}/u.test(word)).length;
  return words.length < 10 || capitals > 0.6 * words.length;
}

/** Words that point back at a sentence which is not quoted with this one. */
const POINTS_BACK =
  /^[\p{P}\s]*(?:he|she|it|they|this|that|these|those|his|her|their|its|but|and|so|then|however|therefore|there)\b/iu;

/** Whether a sentence starts with a word that needs the sentence before it. */
export function pointsBack(text: string): boolean {
  return POINTS_BACK.test(text);
}
