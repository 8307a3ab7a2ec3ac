import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseReply } from '../../../src/core/shapes/parse-reply';
import type { Shape } from '../../../src/core/shapes/shape';

interface Case {
  readonly title: string;
  /** File in tests/fixtures/shapes, without its ending. */
  readonly shape: string;
  /** Lines of the reply. */
  readonly reply: readonly string[];
  /** What is read of it; missing when nothing can be. */
  readonly value?: unknown;
  readonly repairs?: readonly string[];
}

const FOLDER = 'tests/fixtures/replies';
const cases = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Case);

describe('a reply', () => {
  it.each(cases)('$title', ({ shape, reply, value, repairs = [] }) => {
    const described = JSON.parse(readFileSync(`tests/fixtures/shapes/${shape}.json`, 'utf8')) as Shape;
    const text = reply.join('\n');
    if (value === undefined) {
      expect(() => parseReply(described, text)).toThrow('has not the form');
      return;
    }
    expect(parseReply(described, text)).toEqual({ value, repairs });
  });

  it('of a million characters that is no answer is given up', () => {
    const shape: Shape = { kind: 'choice', options: ['yes', 'no'] };
    expect(() => parseReply(shape, '['.repeat(1_000_000))).toThrow('has not the form');
  });
});
