import type { Question } from './question';
import type { Unsaid } from './unsaid';

/** The same in English and Chinese. */
export interface BothWords {
  readonly en: string;
  readonly zh: string;
}

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
  openings: {
    en: 'No community report tells of this. So it begins:',
    zh: '没有社群报告讲到这些内容。其开头如下：',
  },
  noReports: {
    en: 'There are no community reports yet, so these passages stand in for them:',
    zh: '还没有社群报告，以下段落暂代：',
  },
  /** Before what a model wrote. */
  otherWords: {
    en: 'Nothing that was looked at says so in these words. Please check it:',
    zh: '查看过的内容中没有这样的原话，请自行核对：',
  },
  noReportsRead: {
    en: 'There are no community reports yet, so passages were read in their place.',
    zh: '还没有社群报告，因此改读了段落。',
  },
  stoppedBefore: {
    en: 'It was stopped before these findings were joined into one answer:',
    zh: '在把以下发现合成一个答案之前已停止：',
  },
  notJoined: {
    en: 'The model failed before it had joined these findings into one answer:',
    zh: '模型在把以下发现合成一个答案之前失败了：',
  },
  nothingYet: {
    en: 'It was stopped before there was anything to answer with.',
    zh: '在有内容可以回答之前已停止。',
  },
} as const;

/** Picks the language of the question. */
export function say(question: Pick<Question, 'cjk'>, words: BothWords): string {
  return question.cjk ? words.zh : words.en;
}

/** Says which part of a question no passage answers; the closest passages follow. */
export function unsaidWords({ attribute, names }: Unsaid): BothWords {
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
