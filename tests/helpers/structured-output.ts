import { Tensor } from '@huggingface/transformers';
import { StructuredOutputProcessor } from '@huggingface/transformers-structured-output';

const BYTES = 256;

/** Lets a reply through the engine that holds transformers.js to a form, byte by byte. Returns what was let through, and the end. */
export function letThrough(regex: string, reply: string): string {
  const tokens = [...Array.from({ length: BYTES }, (_, byte) => Uint8Array.of(byte)), new Uint8Array()];
  const engine = new StructuredOutputProcessor({ tokens, eosTokenId: BYTES }, { type: 'regex', regex });
  const wanted = [...new TextEncoder().encode(reply), BYTES];
  const written = [0n];
  for (const token of wanted) {
    const logits = new Tensor('float32', new Float32Array(BYTES + 1), [1, BYTES + 1]);
    engine([written], logits);
    if (logits.data[token] === -Infinity) break;
    written.push(BigInt(token));
  }
  const passed = written.slice(1).map(Number);
  const end = passed.at(-1) === BYTES ? '■' : '';
  return new TextDecoder().decode(Uint8Array.from(passed.filter((byte) => byte < BYTES))) + end;
}
