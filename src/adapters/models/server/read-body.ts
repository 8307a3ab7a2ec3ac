/**
 * Characters of a body, `most` at the most, and only those that come before `until` is aborted. What comes later is not waited for: the
 * connection is closed. Throws what breaks it.
 */
export async function readBody({ body }: Response, most: number, until?: AbortSignal): Promise<string> {
  if (!body) return '';
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  const leave = (): Promise<void> => reader.cancel().catch(() => undefined); // the connection may be gone already
  until?.addEventListener('abort', () => void leave());
  let text = '';
  try {
    while (text.length < most && !until?.aborted) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
    }
  } finally {
    await leave();
  }
  return text.slice(0, most);
}
