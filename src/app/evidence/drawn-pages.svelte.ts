import { connect, launch } from '../../channel';
import { message } from '../../core/message';
import type { DocumentView } from '../../core/engine/documents/document-view';
import type { Recognition } from '../../core/tables/recognition';
import type { DrawnPage, PageDrawer, PageSize, PlacedWord } from '../../core/ports/pages';
import { explain } from '../words/errors';
import { evidenceWords } from '../words/screens/evidence-words';

/** Recognised words of a page, whose places are scaled to the size in which it is shown; undefined for a page with words of its own. */
function wordsOfPage(
  { sizes, words }: Recognition,
  { page, offset, shown }: { readonly page: number; readonly offset: number; readonly shown: PageSize | undefined },
): readonly PlacedWord[] | undefined {
  const { width: pixels = 0 } = sizes[page - 1] ?? {};
  if (pixels === 0) return undefined;
  const scale = (shown?.width ?? 0) / pixels;
  return words
    .filter((word) => word.page === page)
    .map(({ start, end, place: [x, y, width, height] }) => ({
      ...{ start: start - offset, end: end - offset },
      ...{ x: x * scale, y: y * scale, width: width * scale, height: height * scale },
    }));
}

const NAME = message`The worker that draws pages`;

/** Passwords by document, in memory alone. */
const passwords = new Map<string, string>();

/** Pages of an original as they are drawn in a worker of their own, which ends with `close`. */
export class DrawnPages {
  /** Empty until the file is open, and where no original is kept. */
  sizes = $state.raw<readonly PageSize[]>([]);
  /** Words on what went wrong; empty while nothing has. */
  failure = $state('');
  /** Tells that it opens with a password alone, and whether one was wrong. */
  locked = $state<'' | 'locked' | 'wrong'>('');
  #document = '';
  #recognition: Recognition | null = null;
  #file: Blob | null = null;
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

  async open(
    { id, recognition }: Pick<DocumentView, 'id' | 'recognition'>,
    original: Promise<Blob | null>,
  ): Promise<void> {
    this.#document = id;
    this.#recognition = recognition;
    this.#file = await original;
    await this.#open(passwords.get(id));
  }

  /** Opens it with a password, which is known until the tab is closed. */
  async unlock(password: string): Promise<void> {
    await this.#open(password);
    if (this.locked === '') passwords.set(this.#document, password);
  }

  async #open(password: string | undefined): Promise<void> {
    if (!this.#file) return;
    const sizes = await this.#try(this.#drawer.open(this.#file, password));
    if (sizes === null) this.locked = password === undefined ? 'locked' : 'wrong';
    else this.locked = '';
    this.sizes = sizes ?? [];
  }

  draw(page: number, width: number): Promise<DrawnPage | undefined> {
    return this.#try(this.#drawer.draw(page, width));
  }

  /** Words of a page with offsets in its text, which begins at `offset` of the document. */
  async words(page: number, text: string, offset: number): Promise<readonly PlacedWord[]> {
    const shown = this.sizes[page - 1];
    const recognised = this.#recognition ? wordsOfPage(this.#recognition, { page, offset, shown }) : undefined;
    return recognised ?? (await this.#try(this.#drawer.words(page, text))) ?? [];
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
