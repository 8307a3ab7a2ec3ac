import type { JsonSchema } from '../../src/core/shapes/json-schema';

const WORDS = ['Ada', 'a', '"', '|', '漢字', 'é 1', '{', '\\'];

/** A random value that the schema allows, of what `toJsonSchema` writes; texts are short and say something. */
export function sampleSchema(schema: JsonSchema, random: () => number): unknown {
  const pick = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const oneOf = <T>(options: readonly T[]): T | undefined => options[pick(0, options.length - 1)];
  switch (schema['type']) {
    case 'object': {
      const properties = Object.entries(schema['properties'] as Readonly<Record<string, JsonSchema>>);
      return Object.fromEntries(properties.map(([name, one]) => [name, sampleSchema(one, random)]));
    }
    case 'array': {
      const length = pick(Number(schema['minItems'] ?? 0), Number(schema['maxItems']));
      return Array.from({ length }, () => sampleSchema(schema['items'] as JsonSchema, random));
    }
    case 'integer':
      return pick(Number(schema['minimum']), Number(schema['maximum']));
    case 'string':
      return oneOf((schema['enum'] as readonly string[] | undefined) ?? WORDS);
    default:
      throw new Error(`The schema has a type that is not sampled: ${String(schema['type'])}`);
  }
}
