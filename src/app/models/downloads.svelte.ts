import type { DownloadProgress, ImportedFile, StoredModel } from '../../core/models/hosts';
import { explain, isAbort } from '../words/errors';
import type { ModelRoom } from './model-room';
import { modelsWords } from '../words/screens/models-words';
import { duration } from '../words/numbers';

type DownloadPhase =
  /** `perSecond` in bytes; null until it is known. */
  | { readonly phase: 'running'; readonly perSecond: number | null }
  | { readonly phase: 'paused' }
  | { readonly phase: 'failed'; readonly reason: string };

/** A download with how far it is. */
type DownloadState = DownloadPhase & { readonly bytes: number; readonly total: number };

/** A download that runs. */
interface Run {
  readonly stop: AbortController;
  /** True when the model is whole; never rejects. */
  readonly over: Promise<boolean>;
}

/** Key of the measured speed of the link. */
const RATE = 'burrow.link';

interface Links {
  readonly connection?: { readonly downlink?: number };
}

/** Stored models and running downloads. Continues while the person is elsewhere on the page. */
export class Downloads {
  stored = $state.raw<readonly StoredModel[]>([]);
  active = $state.raw<Readonly<Record<string, DownloadState>>>({});
  /** Bytes per second of this link: as measured by the last download, else as the browser guesses it, else null. */
  linkRate = $state<number | null>(keptRate() ?? guessedRate());
  /** True once a download has measured it. */
  linkMeasured = $state(keptRate() !== null);
  readonly #room: ModelRoom;
  readonly #runs = new Map<string, Run>();

  constructor(room: ModelRoom) {
    this.#room = room;
  }

  async load(): Promise<void> {
    this.stored = await this.#room.download.use().stored();
  }

  storedOf(model: string): StoredModel | undefined {
    return this.stored.find((one) => one.model === model);
  }

  /** Fetches what is missing. Resolves true when the model is whole; a failure is shown in its state. */
  start(model: string, expected: number): Promise<boolean> {
    const before = this.active[model]?.bytes ?? this.storedOf(model)?.bytes ?? 0;
    this.#show(model, { bytes: before, total: expected, phase: 'running', perSecond: null });
    const stop = new AbortController();
    const over = this.#follow(model, (signal) => this.#room.download.use().download(model, { signal }), stop.signal);
    this.#runs.set(model, { stop, over });
    return over.finally(() => this.#runs.delete(model));
  }

  /** Resolves once nothing is fetched any more. */
  async pause(model: string): Promise<void> {
    const run = this.#runs.get(model);
    run?.stop.abort(new DOMException('Paused', 'AbortError'));
    await run?.over;
  }

  async pauseAll(): Promise<void> {
    await Promise.all([...this.#runs.keys()].map((model) => this.pause(model)));
  }

  async remove(model: string): Promise<void> {
    await this.pause(model);
    await this.#room.download.use().remove(model);
    this.#forget(model);
    await this.load();
  }

  /** Takes a model from a folder of files; resolves with its id. Throws ParseError that names what is missing. */
  async importFolder(files: readonly ImportedFile[]): Promise<string> {
    let model = '';
    try {
      for await (const progress of this.#room.download.use().importFolder(files)) {
        model = progress.model;
        this.#show(model, { ...sizes(progress), phase: 'running', perSecond: null });
      }
    } finally {
      this.#forget(model);
      await this.load();
    }
    return model;
  }

  async #follow(
    model: string,
    begin: (signal: AbortSignal) => AsyncIterable<DownloadProgress>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const rate = new DownloadRate();
    try {
      for await (const progress of begin(signal)) {
        rate.note(progress.bytes, performance.now());
        this.#show(model, { ...sizes(progress), phase: 'running', perSecond: rate.perSecond });
      }
      await this.#look();
      this.#forget(model);
      return true;
    } catch (error) {
      const reason = explain(modelsWords().card.downloading, error).what;
      await this.#stopped(model, isAbort(error) ? { phase: 'paused' } : { phase: 'failed', reason });
      return false;
    } finally {
      this.#measured(rate.perSecond);
    }
  }

  /** From now on shows what is kept, which is what a later visit finds. */
  async #stopped(model: string, phase: DownloadPhase): Promise<void> {
    await this.#look();
    const last = this.active[model];
    if (!last) return;
    const { bytes, total } = last;
    this.#show(model, { bytes: this.storedOf(model)?.bytes ?? bytes, total, ...phase });
  }

  async #look(): Promise<void> {
    await this.load().catch(() => undefined); // shown at the next look
  }

  #measured(perSecond: number | null): void {
    if (!perSecond) return;
    this.linkRate = perSecond;
    this.linkMeasured = true;
    localStorage.setItem(RATE, String(Math.round(perSecond)));
  }

  #show(model: string, state: DownloadState): void {
    this.active = { ...this.active, [model]: state };
  }

  #forget(model: string): void {
    const { [model]: _gone, ...others } = this.active;
    this.active = others;
  }
}

const sizes = ({ bytes, total }: DownloadProgress) => ({ bytes, total });

function keptRate(): number | null {
  return Number(localStorage.getItem(RATE)) || null;
}

function guessedRate(): number | null {
  const megabits = (navigator as Links).connection?.downlink;
  return megabits ? (megabits * 1e6) / 8 : null;
}

/** Bytes per second over the last few seconds of a download. */
class DownloadRate {
  readonly #marks: { readonly time: number; readonly bytes: number }[] = [];
  readonly #window: number;

  constructor(windowMilliseconds = 8_000) {
    this.#window = windowMilliseconds;
  }

  /** Takes note of how many bytes are there at a time in milliseconds. */
  note(bytes: number, time: number): void {
    this.#marks.push({ time, bytes });
    while (this.#marks.length > 2 && time - (this.#marks[0]?.time ?? time) > this.#window) this.#marks.shift();
  }

  /** Null until half a second has been seen. */
  get perSecond(): number | null {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (!first || !last || last.time - first.time < 500) return null;
    return Math.max(0, ((last.bytes - first.bytes) * 1000) / (last.time - first.time));
  }
}

/** A length of time in words, such as `about 3 minutes`. */
export function about(seconds: number): string {
  const words = modelsWords().card;
  return Number.isFinite(seconds) ? words.about(duration(seconds)) : words.unknownTime;
}
