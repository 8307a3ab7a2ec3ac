import { askedAttribute } from './asked-attribute';
import { contentTerms, wantedAnswer } from './asking-words';
import type { Question } from './question';

const NEXT =
  /(?:[,;]\s*|\s)(?:and|but|or)\s+(?=(?:(?:by|from|in|at|to|of|for|with|on) )?(?:who|whom|whose|what|when|where|which|why|how)\b)|[，；](?=[^，；]*(?:谁|什么|哪|何|怎|多少|几))/iu;
const LEAST_TERMS = 2;

/** The questions that one question joins ("Who wrote it, and what became of it?"); itself when it joins none with words of their own. */
export function partsOf(question: Question): readonly Question[] {
  const parts = question.text.split(NEXT).map((text) => {
    const own = new Set(contentTerms(text));
    const wanted = wantedAnswer(text);
    return {
      ...question,
      wanted,
      value: askedAttribute(text)?.value ?? null,
      terms: question.terms.filter(({ term }) => own.has(term)),
    };
  });
  return parts.length > 1 && parts.every(({ terms }) => terms.length >= LEAST_TERMS) ? parts : [question];
}
