import { encodeMessage, type Field } from './protobuf.ts';

/** Field numbers and codes as in onnx.proto. */
const FLOAT = 1;
const INT64 = 7;
const IR_VERSION = 8;
const OPSET = 17;

export interface Weights {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: Float32Array | BigInt64Array;
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
    const type = values instanceof Float32Array ? FLOAT : INT64;
    const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    this.#weights.push([5, [...dims.map((dim): Field => [1, dim]), [2, type], [8, name], [9, raw]]]);
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
    output?: string,
  ): string {
    const result = output ?? this.#name(type);
    const listed = Object.entries(attributes).map(([name, value]): Field => [5, attribute(name, value)]);
    const names: Field[] = inputs.map((input) => [1, input]);
    this.#nodes.push([1, [...names, [2, result], [3, `node ${result}`], [4, type], ...listed]]);
    return result;
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

  #name(type: string): string {
    return `${type}_${String(this.#count++)}`;
  }
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
