import { dig } from './read-json';

/** What a server said in an error, for a person: the message inside its JSON or its plain words; empty for a page or nothing. */
export function parseErrorBody(body: string): string {
  const text = body.trim();
  if (text.startsWith('<')) return '';
  try {
    return errorMessage(JSON.parse(text));
  } catch {
    return text.slice(0, 300); // not JSON: its plain words
  }
}

/** An `error` of a reply, in the forms in which servers send it. */
export function errorMessage(error: unknown): string {
  const said = dig(error, 'error', 'message') ?? dig(error, 'error') ?? dig(error, 'message') ?? error;
  return typeof said === 'string' ? said.trim().slice(0, 300) : '';
}
