import type { SearchIndex } from '../retrieval/index';
import type { Question } from './question';
import { kindredTerms } from './kindred-terms';

/** The word of which something is asked: 苹果 in "苹果的产量是多少" and in "苹果产量是多少". */
const POSSESSOR =
  /(\p{Script=Han}{2})的\p{Script=Han}{1,6}?(?:是|有|为|叫)?(?:谁|什么|多少|哪|几|何|怎)|(\p{Script=Han}{2})\p{Script=Han}{2}(?:是|有|为)?(?:多少|怎)/u;
/** Words before 的 that say when or which, not of what. */
const NO_THING =
  /目前|现在|当前|如今|最近|当时|后来|最终|最后|主要|具体|其他|我们|你们|他们|大家|真正|最初|原来|以前|过去|未来|现任|前任|今年|去年|明年/u;

/** What a Chinese question asks about where no text unit holds that word nor either of its characters in another word of the question; else null. */
export function absentSubject(index: SearchIndex, { typed, terms }: Question): string | null {
  const found = POSSESSOR.exec(typed);
  const subject = found?.[1] ?? found?.[2] ?? '';
  if (subject === '' || NO_THING.test(subject) || !terms.some(({ term }) => term === subject)) return null;
  const { bm25 } = index.store.passages;
  return [subject, ...kindredTerms(subject)].some((term) => bm25.documentFrequency(term) > 0) ? null : subject;
}
