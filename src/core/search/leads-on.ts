import { contentTerms } from './asking-words';

/** Words that ask, in English and German, at the beginning of a clause; a preposition may stand before them. */
const ASKS = String.raw`(?:(?:by|from|in|at|to|of|for|with|on|von|mit|in|an|für|aus|zu|bei)\s+)?(?:who|whom|whose|what|when|where|which|why|how|wer|wen|wem|wessen|was|wann|wo|wohin|woher|warum|weshalb|wieso|wie|wodurch|welche[rsnm]?)(?!\p{L})`;
/** Where a further question begins: behind "and", a full stop of its own, or a comma, where "which" and "whose" go on with the same one. */
const NEXT = new RegExp(
  String.raw`[;?.]\s+|,?\s+(?:and|but|und|aber|sowie)\s+(?=(?:then\s+|dann\s+)?${ASKS})|,\s+(?=(?:why|how|who|what|when|where|warum|weshalb|wieso|wer|was|wann|wo)(?!\p{L}))`,
  'iu',
);
const BEGINS = new RegExp(String.raw`^\s*(?:(?:and|but|so|then|und|aber|dann)\s+)?${ASKS}`, 'iu');
/** "How" of a course of things, not of a number or a measure. */
const EXPLAINED =
  /^\s*(?:(?:and|but|so|then|und|aber|dann)\s+)?(?:why|warum|weshalb|wieso|wodurch|(?:how|wie)(?!\s+(?:many|much|old|long|often|far|tall|high|deep|big|large|heavy|wide|viele?n?|alt|lange?|oft|weit|hoch|tief|gro(?:ß|ss)|schwer|breit|hei(?:ß|ss)|hie(?:ß|ss))(?!\p{L})))(?!\p{L})/iu;
const LEAST_JOINED = 3;
const LEAST_EXPLAINED = 2;

const LINKS = [
  String.raw`\bwhat (?:links|linked|connects|connected|ties|tied|joins|joined)\b[^?]+\b(?:and|to|with)\b`,
  String.raw`\bwhat (?:is|was|were|are) the (?:links?|connections?|chain of events|thread)\b[^?]*\bbetween\b[^?]+\band\b`,
  String.raw`\bhow (?:do|does|did|was|were|is|are|has|have|had|could|can)\b[^?]*\b(?:lead|led|result(?:ed)? in|br(?:ing|ought) about|giv(?:e|en) rise|gave rise|end(?:ed)? in|come to cause)\b`,
  String.raw`(?<!\p{L})was (?:verbindet|verband|verknüpft)(?!\p{L})[^?]+(?<!\p{L})(?:und|mit)(?!\p{L})`,
  String.raw`(?<!\p{L})wie (?:hängt|hängen|hing|hingen)(?!\p{L})[^?]+(?<!\p{L})zusammen(?!\p{L})`,
  String.raw`(?<!\p{L})wie (?:führt|führte|führten|führen|kam es|ist es gekommen)(?!\p{L})[^?]+(?<!\p{L})(?:zu|zum|zur|dazu)(?!\p{L})`,
  String.raw`(?<!\p{L})welche[rn]? (?:verbindung|zusammenhang)(?!\p{L})[^?]*(?<!\p{L})zwischen(?!\p{L})[^?]+(?<!\p{L})und(?!\p{L})`,
].map((source) => new RegExp(source, 'iu'));

/**
 * Why a question is one for DRIFT, in words that follow "because"; null for most. It joins several questions of which each answer leads to
 * the next, or it asks by what steps one thing leads to another. One that merely asks for two facts is not such.
 */
export function leadsOn(question: string): string | null {
  if (LINKS.some((link) => link.test(question))) return 'the question asks what leads from one thing to another';
  const asked = question.split(NEXT).filter((part) => BEGINS.test(part) && contentTerms(part).length > 0);
  const explained = asked.filter((part) => EXPLAINED.test(part)).length;
  const isJoined = explained >= LEAST_EXPLAINED || (explained > 0 && asked.length >= LEAST_JOINED);
  return isJoined ? `the question joins ${asked.length === 2 ? 'two questions' : 'several questions'}` : null;
}
