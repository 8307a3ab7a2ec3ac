import type { Page } from '@playwright/test';

/** What the page shows as kept, at one look. */
export interface Shown {
  readonly documents: readonly string[];
  /** Files that were given and have a line, without their extension. */
  readonly files: readonly string[];
  /** Questions whose answers have ended. */
  readonly answers: readonly string[];
  /** Edits in words; null while their list is not on the screen. */
  readonly edits: readonly string[] | null;
  readonly doing: string;
}

/** What a person may count on, because the page has shown it. */
export interface Ledger {
  readonly documents: Set<string>;
  readonly files: Set<string>;
  readonly deleted: Set<string>;
  readonly answers: Set<string>;
  readonly edits: Set<string>;
  /** Documents whose deletion was confirmed and not seen yet. */
  readonly deleting: Set<string>;
}

export const emptyLedger = (): Ledger => ({
  documents: new Set(),
  files: new Set(),
  deleted: new Set(),
  answers: new Set(),
  edits: new Set(),
  deleting: new Set(),
});

/** One look at the page; no function in it has a name, because what runs this file may mark names in a way that the page does not know. */
export function look(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const edits = document.querySelector('section[aria-labelledby="made"]');
    return {
      documents: [...document.querySelectorAll('[aria-label="Library"] li button.title')]
        .map((title) => title.textContent.trim())
        .filter((title) => title.startsWith('log-')),
      files: [...document.querySelectorAll('ul.lines li:is(.queued, .reading, .read) .path')].map(
        (path) => path.textContent.trim().split('.')[0] ?? '',
      ),
      answers: [...document.querySelectorAll('[aria-label="Question and answer"]')]
        // One that is far away is folded: its question, and its words where they can be found.
        .filter((turn) => turn.querySelector('article[aria-busy="false"], p[hidden]'))
        .map((turn) => turn.querySelector('h3')?.textContent.trim() ?? ''),
      edits: edits && [...edits.querySelectorAll('li p:first-child')].map((words) => words.textContent.trim()),
      doing: document.querySelector('[role="status"] strong')?.textContent ?? '',
    };
  });
}

/** Takes in what was seen. */
export function enter(ledger: Ledger, { documents, files, answers, edits }: Shown): void {
  for (const title of ledger.deleting) {
    if (documents.includes(title)) continue;
    ledger.deleting.delete(title);
    ledger.documents.delete(title);
    ledger.files.delete(title);
    ledger.deleted.add(title);
  }
  for (const title of documents) ledger.documents.add(title);
  for (const title of files) if (!ledger.deleted.has(title)) ledger.files.add(title);
  for (const question of answers) ledger.answers.add(question);
  for (const edit of edits ?? []) ledger.edits.add(edit);
}

/**
 * What was shown and does not hold any more, a line each. A deletion that was under way may have gone either way. An edit goes with the last
 * document that has its names, of which `stands` knows.
 */
export function missing(ledger: Ledger, shown: Shown, stands: (edit: string) => boolean): readonly string[] {
  const kept = (title: string): boolean => shown.documents.includes(title) || ledger.deleting.has(title);
  const lines = (kind: string, names: Iterable<string>, isLost: (name: string) => boolean): readonly string[] =>
    [...names].filter(isLost).map((name) => `${kind} ${name}`);
  return [
    ...lines('document', ledger.documents, (title) => !kept(title)),
    ...lines('file', ledger.files, (title) => !ledger.documents.has(title) && !kept(title)),
    ...lines('deletion of', ledger.deleted, (title) => shown.documents.includes(title)),
    ...lines('answer', ledger.answers, (question) => !shown.answers.includes(question)),
    ...lines('edit', ledger.edits, (edit) => shown.edits?.includes(edit) === false && stands(edit)),
  ];
}

/** Begins anew from what is there, so that a loss is told once. */
export function settle(ledger: Ledger, shown: Shown): void {
  for (const set of [ledger.documents, ledger.files, ledger.answers, ledger.edits, ledger.deleting]) set.clear();
  for (const title of shown.documents) ledger.deleted.delete(title);
  enter(ledger, shown);
}
