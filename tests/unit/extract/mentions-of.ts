import { createMentionFinder } from '../../../src/core/extract/find-mentions';
import { splitSentences } from '../../../src/core/text/sentences';

interface Found {
  readonly title: string;
  readonly key: string;
  readonly phrase: string;
  readonly type: string;
  readonly text: string;
}

/** The mentions of a text as readable objects. */
export async function mentionsOf(text: string, language: string): Promise<Found[]> {
  const { starts, ends } = splitSentences(text, language);
  const sentences = Array.from(starts, (start, n) => text.slice(start, ends[n]));
  const find = await createMentionFinder(language);
  const result = find({ language, sentences });
  return Array.from(result.title, (index, n) => {
    const title = result.titles[index];
    if (!title) throw new RangeError('A mention points at no title');
    const sentence = sentences[result.sentence[n] ?? -1] ?? '';
    return { ...title, text: sentence.slice(result.start[n], result.end[n]) };
  });
}
