import type { WaitingQuestion } from '../core/ports/conversations';

const NAME = 'burrow.asked';

/** Keeps a question in this tab until its answer has ended: a reload then gives it back. One at a time. */
export function rememberInTab(asked: WaitingQuestion): void {
  tabStorage()?.setItem(NAME, JSON.stringify(asked));
}

/** Forgets what this tab keeps, or only the question given. */
export function forgetInTab(only?: Pick<WaitingQuestion, 'id'>): void {
  if (only === undefined || kept()?.id === only.id) tabStorage()?.removeItem(NAME);
}

/** Forgets it where it was asked in a conversation. */
export function forgetConversationInTab(conversation: string): void {
  if (kept()?.conversation === conversation) forgetInTab();
}

/** The question that was asked of a collection when this tab's page, or that of which it is a duplicate, ended before its answer did; null for none. */
export function keptInTab(collection: string): WaitingQuestion | null {
  const asked = kept();
  return asked?.collection === collection ? asked : null;
}

function kept(): WaitingQuestion | null {
  const text = tabStorage()?.getItem(NAME);
  return text ? whole(JSON.parse(text) as Kept) : null;
}

/** Earlier versions kept less. */
type Kept = Pick<WaitingQuestion, 'collection' | 'question'> & Partial<WaitingQuestion>;

const whole = ({ turns = [], ...asked }: Kept): WaitingQuestion => ({
  id: turns[0] ?? '',
  conversation: null,
  documentIds: [],
  request: { mode: 'auto' },
  asked: 0,
  ...asked,
  turns,
});

/** Missing where there is no page, and where the person's browser allows no storage. */
function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
