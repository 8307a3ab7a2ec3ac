import { createContext } from 'svelte';
import type { ExportScope } from '../core/ports/interop';
import type { AddressLink } from './router.svelte';
import type { ReadChoice, TabularShape } from '../core/ports/documents';

export type Asked =
  | {
      readonly kind: 'confirm';
      readonly title: string;
      readonly text: string;
      readonly action: string;
      readonly done: (answer: boolean) => void;
    }
  | {
      readonly kind: 'name';
      readonly title: string;
      readonly label: string;
      readonly value: string;
      readonly action: string;
      /** Placeholder of the empty field. */
      readonly hint?: string;
      /** Names to choose from, by what was typed so far. */
      readonly offer?: (words: string) => Promise<readonly string[]>;
      readonly done: (answer: string | null) => void;
    }
  | {
      readonly kind: 'rows';
      readonly title: string;
      readonly shape: TabularShape;
      readonly done: (answer: ReadChoice | null) => void;
    }
  | {
      readonly kind: 'address';
      /** First content of the field; null for nothing. */
      readonly address: string | null;
      /** Link that asks for it, and leads on to `then`; null for none. */
      readonly link: AddressLink | null;
      readonly done: () => void;
    }
  | { readonly kind: 'keys'; readonly done: () => void }
  | { readonly kind: 'import'; readonly choose: () => void; readonly done: () => void }
  | { readonly kind: 'export'; readonly selection?: ExportSelection; readonly done: () => void };

/** Selection of a person, to be exported by itself. */
export interface ExportSelection {
  readonly scope: ExportScope;
  /** Number of things. */
  readonly size: number;
}

type Without<T> = T extends Asked ? Omit<T, 'kind' | 'done'> : never;

/** One question to the person at a time, answered by a promise. */
export class Dialogs {
  open = $state.raw<Asked | null>(null);

  confirm(question: Without<Extract<Asked, { kind: 'confirm' }>>): Promise<boolean> {
    return new Promise((resolve) => {
      this.open = { kind: 'confirm', ...question, done: this.#closing(resolve) };
    });
  }

  name(question: Without<Extract<Asked, { kind: 'name' }>>): Promise<string | null> {
    return new Promise((resolve) => {
      this.open = { kind: 'name', ...question, done: this.#closing(resolve) };
    });
  }

  rows(question: Without<Extract<Asked, { kind: 'rows' }>>): Promise<ReadChoice | null> {
    return new Promise((resolve) => {
      this.open = { kind: 'rows', ...question, done: this.#closing(resolve) };
    });
  }

  /** Offers to open an address; a link that the dialog shows already continues there. */
  address(address: string | null = null, link: AddressLink | null = null): void {
    if (link && this.open?.kind === 'address' && this.open.link === link) return;
    this.open = { kind: 'address', address, link, done: () => (this.open = null) };
  }

  /** Lists what can be imported, before files are chosen. */
  import(choose: () => void): void {
    this.open = { kind: 'import', choose, done: () => (this.open = null) };
  }

  /** Lists the keys; they are not listed above another dialog. */
  keys(): void {
    if (!this.open) this.open = { kind: 'keys', done: () => (this.open = null) };
  }

  #closing<T>(resolve: (answer: T) => void): (answer: T) => void {
    return (answer) => {
      this.open = null;
      resolve(answer);
    };
  }
}

export const [getDialogs, setDialogs] = createContext<Dialogs>();
