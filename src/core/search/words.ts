import type { Question } from './question';
import type { Unsaid } from './unsaid';

/** What Burrow says itself, in the question's language where that is Chinese, else English. */
export const WORDS = {
  notFound: {
    en: 'This does not seem to be in your documents. These are the closest passages:',
    zh: '您的文档中似乎没有答案。最接近的段落如下：',
  },
  gap: {
    en: 'Your documents say that this is missing or not recorded:',
    zh: '您的文档说明这一点缺失或没有记载：',
  },
  nothing: { en: 'This is not in your documents.', zh: '您的文档中没有相关内容。' },
  empty: { en: 'There are no documents to search yet.', zh: '还没有可以搜索的文档。' },
  noQuestion: { en: 'Please write a question first.', zh: '请先写下问题。' },
  passages: { en: 'These passages say more:', zh: '以下段落有更多内容：' },
  noReports: {
    en: 'There are no community reports yet, so these passages stand in for them:',
    zh: '还没有社群报告，以下段落暂代：',
  },
} as const;

/** Picks the language of the question. */
export function say(question: Pick<Question, 'cjk'>, words: { readonly en: string; readonly zh: string }): string {
  return question.cjk ? words.zh : words.en;
}

/** Says which part of a question no passage answers; the closest passages follow. */
export function unsaidWords({ attribute, names }: Unsaid): { readonly en: string; readonly zh: string } {
  if (names.length === 0) {
    return {
      en: `No passage in your documents says anything about “${attribute}”. These are the closest passages:`,
      zh: `您的文档中没有段落谈到“${attribute}”。最接近的段落如下：`,
    };
  }
  const known = names.slice(0, MOST_NAMED);
  return {
    en: `Your documents mention ${known.join(' and ')}, but no passage says anything about “${attribute}” in this connection. These are the closest passages:`,
    zh: `您的文档提到了${known.join('、')}，但没有段落谈到相关的“${attribute}”。最接近的段落如下：`,
  };
}

const MOST_NAMED = 2;
