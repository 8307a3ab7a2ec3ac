import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly megabytes: number;
  readonly renderer: boolean;
  /** Part of a browser. */
  readonly browser: boolean;
}

/** Clock ticks in a second, as Linux counts the time of processes. */
const TICKS = 100;

/** Resident memory of the largest renderer process that this bench started, in MB. */
export function rendererMegabytes(): number {
  return Math.max(0, ...ownRenderers().map(({ megabytes }) => megabytes));
}

/** Processor seconds so far of the processes that this bench started. */
export interface Spent {
  /** All threads of the renderers, ended ones included. */
  readonly renderer: number;
  /** The part of it in the system: fresh memory, files, messages. */
  readonly system: number;
  /** The main threads of the renderers. */
  readonly page: number;
  /** The busiest worker that lives: the engine. */
  readonly engine: number;
  /** The browser and its helpers. */
  readonly others: number;
}

/** Says what work costs on a busy machine. Linux only. */
export function processorTime(): Spent | null {
  if (process.platform !== 'linux') return null;
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  const own = ownProcesses();
  const renderers = own.filter(({ renderer }) => renderer).map(({ pid }) => pid);
  const threads = renderers.flatMap(threadsOf);
  const whole = renderers.map((pid) => timeOf(`/proc/${String(pid)}/stat`));
  return {
    renderer: sum(whole.map(({ user, system }) => user + system)),
    system: sum(whole.map(({ system }) => system)),
    page: sum(threads.filter(({ isMain }) => isMain).map(({ seconds }) => seconds)),
    engine: Math.max(
      0,
      ...threads.filter(({ name }) => name.startsWith('DedicatedWorker')).map(({ seconds }) => seconds),
    ),
    others: sum(own.filter(({ renderer, browser }) => browser && !renderer).map(({ pid }) => secondsOf(pid))),
  };
}

function threadsOf(
  pid: number,
): readonly { readonly name: string; readonly isMain: boolean; readonly seconds: number }[] {
  const folder = `/proc/${String(pid)}/task`;
  try {
    return readdirSync(folder).map((id) => {
      const { name, user, system } = timeOf(`${folder}/${id}/stat`);
      return { name, isMain: id === String(pid), seconds: user + system };
    });
  } catch {
    return [];
  }
}

function secondsOf(pid: number): number {
  const { user, system } = timeOf(`/proc/${String(pid)}/stat`);
  return user + system;
}

const ownRenderers = (): readonly Process[] => ownProcesses().filter(({ renderer }) => renderer);

function ownProcesses(): readonly Process[] {
  const output = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8', maxBuffer: 1e8 });
  const processes = output.split('\n').map((line) => {
    const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/u, 3).map(Number);
    return {
      pid,
      parent,
      megabytes: kilobytes / 1024,
      renderer: line.includes('--type=renderer'),
      browser: line.includes('--type=') || line.includes('--user-data-dir'),
    };
  });
  const parentOf = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parentOf.get(pid) ?? 0));
  return processes.filter(({ pid }) => isOurs(pid));
}

/** Seconds of a process or thread; 0 where it has ended meanwhile. */
function timeOf(file: string): { readonly name: string; readonly user: number; readonly system: number } {
  try {
    const stat = readFileSync(file, 'utf8');
    const end = stat.lastIndexOf(')');
    const [, user = 0, system = 0] = /^(?:\S+ ){11}(\d+) (\d+)/u.exec(stat.slice(end + 2)) ?? [];
    return { name: stat.slice(stat.indexOf('(') + 1, end), user: Number(user) / TICKS, system: Number(system) / TICKS };
  } catch {
    return { name: '', user: 0, system: 0 };
  }
}
