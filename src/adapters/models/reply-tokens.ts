import type { ReplyToken } from '../../core/models/chat-model';
import { dig } from './server/read-json';

/** The tokens of OpenAI's `logprobs.content`. Empty where there is none, or none that can be read. */
export function replyTokens(content: unknown): readonly ReplyToken[] {
  return listOf(content).flatMap((one) => {
    const token = dig(one, 'token');
    if (typeof token !== 'string') return [];
    const likeliest = listOf(dig(one, 'top_logprobs')).flatMap((other) => {
      const [word, logprob] = [dig(other, 'token'), dig(other, 'logprob')];
      return typeof word === 'string' && typeof logprob === 'number'
        ? [{ token: word, probability: Math.exp(logprob) }]
        : [];
    });
    return [{ token, likeliest }];
  });
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
