import { numberPattern } from './number-pattern';
import { either, literal, oneOf, printable, repeat, separated, sequence, visible, type Pattern } from './pattern';
import type { FieldShape, FlatShape, LineShape, RecordShape, Shape } from './shape';

/** A space that JSON allows and models like; never more than one, so that white space cannot run away. */
const GAP = repeat(literal(' '), 0, 1);
const COMMA = sequence(literal(','), GAP);
const JSON_CHARACTER = either([printable('"\\'), sequence(literal('\\'), oneOf('"\\/nt'))]);
const LINE_CHARACTER = printable('|');

/** Every reply that the grammar of a shape allows. */
export function shapePattern(shape: Shape): Pattern {
  switch (shape.kind) {
    case 'choice':
      return either(shape.options.map(literal));
    case 'record':
      return recordPattern(shape);
    case 'list':
      return array(recordPattern(shape.of), shape.min, shape.max);
    case 'lines': {
      const lines = either(Object.entries(shape.records).map(([tag, line]) => linePattern(tag, line)));
      return either([literal('none'), separated(lines, literal('\n'), 1, shape.max)]);
    }
  }
}

function recordPattern({ fields }: RecordShape): Pattern {
  const parts = Object.entries(fields).map(([name, field], place) =>
    sequence(place ? COMMA : literal(''), literal(`${JSON.stringify(name)}:`), GAP, jsonField(field)),
  );
  return sequence(literal('{'), ...parts, literal('}'));
}

function jsonField(field: FieldShape): Pattern {
  switch (field.kind) {
    case 'text':
      return jsonText(field.max);
    case 'choice':
      return either(field.options.map((option) => literal(JSON.stringify(option))));
    case 'number':
      return numberPattern(field.min, field.max);
    case 'numbers':
      return array(numberPattern(field.min, field.max), 0, field.items);
    case 'texts':
      return array(jsonText(field.max), 0, field.items);
    case 'records':
      return array(recordPattern(field.of), 0, field.items);
  }
}

const jsonText = (max: number): Pattern =>
  sequence(literal('"'), visible('"\\'), repeat(JSON_CHARACTER, 0, max - 1), literal('"'));

const array = (of: Pattern, min: number, max: number): Pattern =>
  sequence(literal('['), separated(of, COMMA, min, max), literal(']'));

function linePattern(tag: string, { fields }: LineShape): Pattern {
  return sequence(literal(tag), ...Object.values(fields).map((field) => sequence(literal('|'), lineField(field))));
}

function lineField(field: FlatShape): Pattern {
  switch (field.kind) {
    case 'text':
      return sequence(visible('|'), repeat(LINE_CHARACTER, 0, field.max - 1));
    case 'choice':
      return either(field.options.map(literal));
    case 'number':
      return numberPattern(field.min, field.max);
    case 'numbers':
      return separated(numberPattern(field.min, field.max), literal(','), 0, field.items);
  }
}
