import { connect, launch } from '../../channel';
import { message } from '../../core/message';
import type { DrawnPage, PageDrawer, PageSize, PlacedWord } from '../../core/ports/pages';
import { explain } from '../words/errors';
import { evidenceWords } from '../words/screens/evidence-words';

const NAME = message`The worker that draws pages`;

/** Pages of an original as they are drawn in a worker of their own, which ends with `close`. */
export class DrawnPages {
  /** Empty until the file is open, and where no original is kept. */
  sizes = $state.raw<readonly PageSize[]>([]);
  /** Words on what went wrong; empty while nothing has. */
  failure = $state('');
  readonly #worker: Worker;
  readonly #drawer: PageDrawer;

  constructor() {
    this.#worker = new Worker(new URL('../../../workers/pages.worker.ts', import.meta.url), {
      type: 'module',
      name: 'pages',
    });
    const { port, died } = launch(this.#worker, NAME);
    this.#drawer = connect<PageDrawer>(port, { name: NAME, died });
  }

  async open(original: Promise<Blob | null>): Promise<void> {
    const file = await original;
    if (file) this.sizes = (await this.#try(this.#drawer.open(file))) ?? [];
  }

  draw(page: number, width: number): Promise<DrawnPage | undefined> {
    return this.#try(this.#drawer.draw(page, width));
  }

  async words(page: number, text: string): Promise<readonly PlacedWord[]> {
    return (await this.#try(this.#drawer.words(page, text))) ?? [];
  }

  close(): void {
    this.#worker.terminate();
  }

  async #try<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      this.failure = explain(evidenceWords().document.drawingDoing, error).what;
      return undefined;
    }
  }
}
