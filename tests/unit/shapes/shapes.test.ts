import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLAIMS_SHAPE } from '../../../src/core/extract/model/replies/claims-reply';
import { compactShape } from '../../../src/core/extract/model/replies/compact-reply';
import { fullShape } from '../../../src/core/extract/model/replies/full-reply';
import { DRIFT_SHAPE } from '../../../src/core/prompts/answers';
import { DIFFERENCE_SHAPE } from '../../../src/core/prompts/judging';
import { entailmentShape } from '../../../src/core/search/grounding/chat-entailment';
import { toEbnf, toRegExp } from '../../../src/core/shapes/grammar';
import { toJsonSchema } from '../../../src/core/shapes/json-schema';
import { parseReply } from '../../../src/core/shapes/parse-reply';
import type { Shape } from '../../../src/core/shapes/shape';
import { trimAscii } from '../../../src/core/shapes/repairs';
import { sampleSchema } from '../../helpers/schema-sampler';
import { randomNumbers } from '../../../src/core/random';
import { letThrough } from '../../helpers/structured-output';
import { createSampler } from '../../helpers/xgrammar';

const FOLDER = 'tests/fixtures/shapes';
const SAMPLES = 25;
const TYPES = ['person', 'organization', 'place', 'concept'];
const shapes: readonly { readonly name: string; readonly shape: Shape }[] = [
  ...readdirSync(FOLDER).map((file) => ({
    name: file.replace('.json', ''),
    shape: JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Shape,
  })),
  { name: 'compact reading', shape: compactShape(TYPES) },
  { name: 'compact reading with open types', shape: compactShape(null) },
  { name: 'full reading', shape: fullShape(TYPES) },
  { name: 'claims', shape: CLAIMS_SHAPE },
  { name: 'entailment', shape: entailmentShape(6) },
  { name: 'a first answer of DRIFT', shape: DRIFT_SHAPE },
  { name: 'what differs between two answers', shape: DIFFERENCE_SHAPE },
];

const linesOf = (reply: string): readonly string[] => (reply === 'none' ? [] : reply.split('\n').map(trimAscii));

/** Returns the value that the parser must make of a value of the shape's JSON Schema. */
function readingOf(shape: Shape, value: Readonly<Record<string, unknown>>): unknown {
  if (shape.kind === 'record') return value;
  if (shape.kind === 'choice') return value['choice'];
  const lines = Object.entries(value).flatMap(([tag, list]) =>
    (list as readonly object[]).map((one) => ({ ...one, tag })),
  );
  return lines.slice(0, shape.max);
}

describe.each(shapes)('the shape $name', ({ name, shape }) => {
  it('compiles in the grammar engine of WebLLM, and every reply that it lets through is read without repair', async () => {
    const sampler = await createSampler(toEbnf(shape));
    const whole = new RegExp(`^(?:${toRegExp(shape)})$`, 'u');
    const random = randomNumbers(name.length);
    for (let count = 0; count < SAMPLES; count++) {
      const reply = await sampler.sample(random, Math.floor(random() * 300));
      const { value, repairs } = parseReply(shape, reply);
      const lines = shape.kind === 'lines' ? linesOf(reply) : [];
      const different = new Set(lines).size;
      const mended = repairs.filter((repair) => repair !== 'cut'); // texts have no limit in a grammar
      expect(mended, reply).toEqual(Array(lines.length - different).fill('dropped')); // what is said twice counts once
      if (shape.kind === 'lines') expect(value, reply).toHaveLength(different);
      expect(whole.test(reply), `the regular expression allows ${JSON.stringify(reply)}`).toBe(true);
    }
  });

  it('is a form to which the engine of transformers.js can hold a model', async () => {
    const sampler = await createSampler(toEbnf(shape));
    const random = randomNumbers(name.length + 2);
    for (let count = 0; count < 3; count++) {
      const reply = await sampler.sample(random, 40);
      expect(letThrough(toRegExp(shape), reply)).toBe(`${reply}■`);
      expect(letThrough(toRegExp(shape), `x${reply}`)).toBe('');
    }
  });

  it('is a JSON Schema all of whose values are read as they are', () => {
    const random = randomNumbers(name.length + 1);
    for (let count = 0; count < SAMPLES; count++) {
      const value = sampleSchema(toJsonSchema(shape), random) as Readonly<Record<string, unknown>>;
      const read = parseReply(shape, JSON.stringify(value));
      expect(read.value).toEqual(readingOf(shape, value));
      const isCut = shape.kind === 'lines' && Object.values(value).flat().length > shape.max;
      expect(read.repairs, JSON.stringify(value)).toEqual(isCut ? ['cut'] : []);
    }
  });

  it('is a closed JSON Schema with an object at its root', () => {
    const schema = toJsonSchema(shape);
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(Object.keys(schema['properties'] as object)).toEqual(schema['required']);
  });
});

it('counts no characters in a grammar, which would take seconds to compile', () => {
  for (const { shape } of shapes) {
    const counts = (grammar: string) =>
      [...grammar.matchAll(/\{(\d+)(?:,(\d+))?\}/gu)].map(([, from, to = from]) => [from, to]);
    expect(toEbnf(shape)).not.toMatch(/\[\^[^\]]*\]\)?\{/u);
    expect(counts(toRegExp(shape)).filter(([from, to]) => from !== to)).toEqual([]);
  }
});

describe('a range of numbers', () => {
  it.each([
    [0, 0],
    [0, 9],
    [1, 37],
    [7, 1204],
    [99, 101],
    [100, 999],
    [250, 2499],
  ])('from %i to %i allows those and no others', (min, max) => {
    const field = { kind: 'number', min, max } as const;
    const shape: Shape = { kind: 'record', fields: { n: field } };
    const allowed = new RegExp(`^(?:${toRegExp(shape)})$`, 'u');
    for (const value of [...Array(max + 121).keys(), max * 10, max * 10 + 1, min * 10 + 9, 1e9]) {
      expect(allowed.test(`{"n":${String(value)}}`), String(value)).toBe(value >= min && value <= max);
    }
    expect(allowed.test('{"n":00}')).toBe(false);
  });
});
