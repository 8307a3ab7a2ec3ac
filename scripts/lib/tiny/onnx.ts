import { encodeMessage, type Field } from './protobuf.ts';

/** Field numbers and codes as in onnx.proto. */
const FLOAT = 1;
const INT8 = 3;
const INT64 = 7;
const IR_VERSION = 8;
const OPSET = 17;

interface Weights {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: Float32Array | BigInt64Array | Int8Array;
}

export interface Port {
  readonly name: string;
  readonly type: 'float' | 'int64';
  /** A number, or a name where it varies. */
  readonly shape: readonly (number | string)[];
}

type Attribute = number | readonly number[] | { readonly float: number };

/** Collects the nodes of a graph; each `op` returns the name of its result. */
export class GraphBuilder {
  readonly #nodes: Field[] = [];
  readonly #weights: Field[] = [];
  #count = 0;

  weights({ name, dims, values }: Weights): string {
    const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    this.#weights.push([5, [...dims.map((dim): Field => [1, dim]), [2, typeOf(values)], [8, name], [9, raw]]]);
    return name;
  }

  /** A constant of whole numbers; a single one without dimensions is a scalar. */
  ints(values: readonly number[], dims: readonly number[] = [values.length]): string {
    return this.weights({ name: this.#name('ints'), dims, values: BigInt64Array.from(values.map(BigInt)) });
  }

  scalar(value: number): string {
    return this.weights({ name: this.#name('scalar'), dims: [], values: Float32Array.of(value) });
  }

  op(
    type: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
    output = this.#name(type),
  ): string {
    this.#node(type, inputs, attributes, [output]);
    return output;
  }

  /** 8-bit numbers, their scale and their zero point, made from numbers as they come. */
  quantize(values: string): readonly [numbers: string, scale: string, zero: string] {
    const outputs = [this.#name('numbers'), this.#name('scale'), this.#name('zero')] as const;
    this.#node('DynamicQuantizeLinear', [values], {}, outputs);
    return outputs;
  }

  /** The model's bytes. */
  build(inputs: readonly Port[], outputs: readonly Port[]): Uint8Array<ArrayBuffer> {
    const graph: Field[] = [
      ...this.#nodes,
      [2, 'tiny'],
      ...this.#weights,
      ...inputs.map((port): Field => [11, valueInfo(port)]),
      ...outputs.map((port): Field => [12, valueInfo(port)]),
    ];
    return encodeMessage([
      [1, IR_VERSION],
      [2, 'burrow tiny models'],
      [7, graph],
      [
        8,
        [
          [1, ''],
          [2, OPSET],
        ],
      ],
    ]);
  }

  #node(
    type: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>>,
    outputs: readonly string[],
  ): void {
    const listed = Object.entries(attributes).map(([name, value]): Field => [5, attribute(name, value)]);
    const from = inputs.map((input): Field => [1, input]);
    const to = outputs.map((output): Field => [2, output]);
    this.#nodes.push([1, [...from, ...to, [3, `node ${String(outputs[0])}`], [4, type], ...listed]]);
  }

  #name(type: string): string {
    return `${type}_${String(this.#count++)}`;
  }
}

function typeOf(values: Weights['values']): number {
  if (values instanceof Float32Array) return FLOAT;
  return values instanceof Int8Array ? INT8 : INT64;
}

function attribute(name: string, value: Attribute): readonly Field[] {
  if (typeof value === 'number') {
    return [
      [1, name],
      [3, value],
      [20, 2],
    ];
  }
  if ('float' in value) {
    return [
      [1, name],
      [2, value],
      [20, 1],
    ];
  }
  return [[1, name], ...value.map((item): Field => [8, item]), [20, 7]];
}

function valueInfo({ name, type, shape }: Port): readonly Field[] {
  const dims = shape.map((dim): Field => [1, [typeof dim === 'number' ? [1, dim] : [2, dim]]]);
  const tensor: Field[] = [
    [1, type === 'float' ? FLOAT : INT64],
    [2, dims],
  ];
  return [
    [1, name],
    [2, [[1, tensor]]],
  ];
}
