import { connect, launch } from '../../src/channel';
import type { DownloadHost, DownloadProgress } from '../../src/core/models/hosts';

/** A download as a test on the outside looks at it. */
export interface WatchedRun {
  readonly reports: readonly DownloadProgress[];
  /** Undefined while it runs. */
  readonly outcome: string | undefined;
}

/** Functions of a test page that drive the built site's own download worker, before or beside the screens. */
export interface DownloadDriver {
  readonly host: DownloadHost;
  start(model: string): void;
  importFiles(files: Readonly<Record<string, string>>): void;
  pause(): void;
  readonly run: WatchedRun;
}

/** Starts a worker with this script, as the page does. */
export function startDriver(script: string): DownloadDriver {
  const { port } = launch(new Worker(script, { type: 'module', name: 'download' }), 'The download');
  const host = connect<DownloadHost>(port);
  let [reports, outcome, stop]: [DownloadProgress[], string | undefined, AbortController] = [
    [],
    undefined,
    new AbortController(),
  ];
  const follow = async (stream: AsyncIterable<DownloadProgress>) => {
    try {
      for await (const report of stream) reports.push(report);
      outcome = 'done';
    } catch (error) {
      outcome = String(error);
    }
  };
  const begin = (make: (signal: AbortSignal) => AsyncIterable<DownloadProgress>) => {
    [reports, outcome, stop] = [[], undefined, new AbortController()];
    void follow(make(stop.signal));
  };
  return {
    host,
    start: (model) => begin((signal) => host.download(model, { signal })),
    importFiles: (files) => {
      const given = Object.entries(files).map(([path, base64]) => ({
        path,
        bytes: new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]),
      }));
      begin((signal) => host.importFolder(given, { signal }));
    },
    pause: () => stop.abort(new Error('paused')),
    get run() {
      return { reports, outcome };
    },
  };
}
