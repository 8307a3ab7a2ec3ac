import wabt from 'wabt';

/** WebAssembly text with SIMD to its bytes, checked. */
export async function compileWat(name: string, source: string): Promise<Uint8Array> {
  const { parseWat } = await wabt();
  const module = parseWat(name, source, { simd: true, sat_float_to_int: true });
  try {
    module.resolveNames();
    module.validate();
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}
