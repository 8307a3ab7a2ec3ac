import asyncifyScript from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import asyncifyWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import jspiScript from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import jspiWasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import plainScript from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import plainWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { Backend } from './backend';

/** Addresses of ONNX Runtime's two halves, on this site. */
interface OrtFiles {
  readonly mjs: string;
  readonly wasm: string;
}

/** The build of ONNX Runtime for a backend: the plain one knows no WebGPU; the others wait for the GPU in two ways, of which one is new. */
export function ortFiles(backend: Backend): OrtFiles {
  if (backend === 'wasm') return here(plainScript, plainWasm);
  return 'Suspending' in WebAssembly ? here(jspiScript, jspiWasm) : here(asyncifyScript, asyncifyWasm);
}

function here(mjs: string, wasm: string): OrtFiles {
  const absolute = (url: string) => new URL(url, globalThis.location.href).href;
  return { mjs: absolute(mjs), wasm: absolute(wasm) };
}
