/**
 * Frees bytes that are no longer used. The garbage collector hardly counts large buffers: while an index is derived again and again, they would
 * pile up to hundreds of megabytes. In a browser that cannot free them, they wait for the collector.
 */
export function freeBytes({ buffer, byteLength }: ArrayBufferView): void {
  const isOwn = buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength;
  if (isOwn && 'transfer' in buffer) buffer.transfer(0);
}
