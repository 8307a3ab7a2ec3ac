import type { FieldShape, LinesShape, RecordShape, Shape } from './shape';

/** A JSON Schema (2020-12) that allows no further properties and requires all of its own. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Compiles a shape to a JSON Schema whose root is an object, as servers require. A choice becomes the property `choice`, and lines one list
 * per tag. Text has no maximal length, since engines with one let control characters through. The parser cuts it.
 */
export function toJsonSchema(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case 'record':
      return recordSchema(shape);
    case 'choice':
      return object({ choice: { type: 'string', enum: shape.options } });
    case 'lines':
      return linesSchema(shape);
  }
}

function linesSchema({ records, max }: LinesShape): JsonSchema {
  const lists = Object.entries(records).map(
    ([tag, { fields }]) => [tag, arrayOf(recordSchema({ kind: 'record', fields }), max)] as const,
  );
  return object(Object.fromEntries(lists));
}

const recordSchema = ({ fields }: RecordShape): JsonSchema =>
  object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])));

function fieldSchema(field: FieldShape): JsonSchema {
  switch (field.kind) {
    case 'text':
      return { type: 'string' };
    case 'choice':
      return { type: 'string', enum: field.options };
    case 'number':
      return { type: 'integer', minimum: field.min, maximum: field.max };
    case 'numbers':
      return arrayOf({ type: 'integer', minimum: field.min, maximum: field.max }, field.items);
    case 'texts':
      return arrayOf({ type: 'string' }, field.items);
    case 'records':
      return arrayOf(recordSchema(field.of), field.items);
  }
}

const arrayOf = (items: JsonSchema, maxItems: number): JsonSchema => ({ type: 'array', items, maxItems });

const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
