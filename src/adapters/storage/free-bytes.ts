/**
 * Gives the memory of bytes back that nobody uses any more. Large buffers hardly count for the garbage collector: while an index is derived
 * again and again, those that were read would pile up to hundreds of megabytes. Where a browser cannot do it, they wait for the collector.
 */
export function freeBytes({ buffer, byteLength }: ArrayBufferView): void {
  const isOwn = buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength;
  if (isOwn && 'transfer' in buffer) buffer.transfer(0);
}
