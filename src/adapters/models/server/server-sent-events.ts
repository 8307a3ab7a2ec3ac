/** Longer than any event of a chat: a server that sends more without a line end is not one. */
const LONGEST = 4_000_000;

/** The `data` of each server-sent event of a response, in order. Ends with the response, also in the middle of an event. */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      rest += done ? '\n\n' : value;
      if (rest.length > LONGEST) throw new RangeError('An event of the server is too long.');
      const lines = rest.split(/\r\n|\n|\r(?!$)/u);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== '') data = withLine(data, line);
        else if (data.length > 0) {
          yield data.join('\n');
          data = [];
        }
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // the connection may be gone already
  }
}

function withLine(data: string[], line: string): string[] {
  const value = /^data:? ?(.*)$/u.exec(line)?.[1];
  return value === undefined ? data : [...data, value];
}
