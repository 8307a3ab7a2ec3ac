import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { LONGEST, parseReply } from '../../../src/core/shapes/parse-reply';
import type { Shape } from '../../../src/core/shapes/shape';

interface Case {
  readonly title: string;
  /** File in tests/fixtures/shapes, without its ending. */
  readonly shape: string;
  /** Lines of the reply. */
  readonly reply: readonly string[];
  /** Parsed value; missing when nothing can be read. */
  readonly value?: unknown;
  readonly repairs?: readonly string[];
}

const FOLDER = 'tests/fixtures/replies';
const cases = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Case);

describe('the type of a reply', () => {
  it('follows from its shape', () => {
    const lines = {
      kind: 'lines',
      records: {
        says: { fields: { number: { kind: 'number', min: 1, max: 9 } } },
        name: {
          fields: { title: { kind: 'text', max: 20 }, sentences: { kind: 'numbers', min: 1, max: 9, items: 3 } },
        },
      },
      max: 5,
    } as const satisfies Shape;
    const { value } = parseReply(lines, 'says|1\nname|Ada|1,2');
    expectTypeOf(value).toExtend<
      readonly (
        | { readonly tag: 'says'; readonly number: number }
        | { readonly tag: 'name'; readonly title: string; readonly sentences: readonly number[] }
      )[]
    >();
    expect(value).toEqual([
      { tag: 'says', number: 1 },
      { tag: 'name', title: 'Ada', sentences: [1, 2] },
    ]);
    expectTypeOf(parseReply({ kind: 'choice', options: ['yes', 'no'] }, 'yes').value).toEqualTypeOf<string>();
  });
});

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

  /** Runs that small models fall into, long enough that a way of reading that is quadratic in them would outlast the test. */
  const MANY = 1_000_000;
  /** With a few words around, no more than is read of a reply. */
  const READ = LONGEST - 100;
  it.each([
    ['brackets', '['.repeat(MANY)],
    ['spaces inside', `{"name":"x",${' '.repeat(MANY)}}`],
    ['spaces between words', `x${' '.repeat(MANY)}x`],
    ['line ends', `{"name":"x"${'\n'.repeat(MANY)}`],
    ['blanks in a text', `{"title": "${'\n'.repeat(READ)}x`],
    ['escaped blanks in a text', `{"title": "${'\\n \\t'.repeat(READ / 5)}x`],
    ['quotes with blanks between', `{"title": ${`"${' '.repeat(100)}`.repeat(READ / 101)}x`],
    ['thoughts', '<think>x'.repeat(MANY / 8)],
    ['quotes', `{"name":"${'"'.repeat(MANY)}`],
    ['quoted letters', `{'name':'${"x'".repeat(MANY / 2)}`],
  ])('that runs on with %s is read or given up without delay', { timeout: 10_000 }, (_, reply) => {
    const choice: Shape = { kind: 'choice', options: ['yes', 'no'] };
    expect(() => parseReply(choice, reply)).toThrow('has not the form');
    const record: Shape = { kind: 'record', fields: { weight: { kind: 'number', min: 0, max: 9 } } };
    expect(() => parseReply(record, reply)).toThrow('has not the form');
    const lines: Shape = { kind: 'lines', records: { E: { fields: { name: { kind: 'text', max: 9 } } } }, max: 3 };
    expect(() => parseReply(lines, reply)).toThrow('has not the form');
  });

  it('of a choice that comes after a run of thoughts is read', () => {
    const choice: Shape = { kind: 'choice', options: ['yes', 'no'] };
    const reply = `${'<think>'.repeat(1_000)} well </think>\n yes`;
    expect(parseReply(choice, reply)).toEqual({ value: 'yes', repairs: ['unwrapped'] });
    expect(parseReply(choice, '<think>\n\n</think>yes')).toEqual({ value: 'yes', repairs: [] });
  });
});
