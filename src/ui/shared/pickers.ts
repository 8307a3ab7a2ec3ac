import { createContext } from 'svelte';

/** Opens the browser's own file choosers, whose inputs live once in the page. */
interface Pickers {
  files(): void;
  folder(): void;
  copy(): void;
}

export const [usePickers, providePickers] = createContext<Pickers>();
