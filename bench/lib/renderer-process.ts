import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Renderer {
  readonly pid: number;
  readonly megabytes: number;
}

/** Clock ticks in a second, as Linux counts the time of processes. */
const TICKS = 100;

/** Resident memory of the largest renderer process that this bench started, in MB. */
export function rendererMegabytes(): number {
  return Math.max(0, ...ownRenderers().map(({ megabytes }) => megabytes));
}

/** Processor time of all renderer processes that this bench started, in seconds: it says what work costs on a busy machine. Linux only. */
export function rendererCpuSeconds(): number | null {
  if (process.platform !== 'linux') return null;
  return ownRenderers().reduce((sum, { pid }) => sum + cpuTicks(pid), 0) / TICKS;
}

function ownRenderers(): readonly Renderer[] {
  const output = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8', maxBuffer: 1e8 });
  const processes = output.split('\n').map((line) => {
    const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/u, 3).map(Number);
    return { pid, parent, megabytes: kilobytes / 1024, renderer: line.includes('--type=renderer') };
  });
  const parentOf = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parentOf.get(pid) ?? 0));
  return processes.filter(({ renderer, pid }) => renderer && isOurs(pid));
}

/** User and system time; 0 for a process that has ended meanwhile. */
function cpuTicks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const [, user = 0, system = 0] = /^(?:\S+ ){11}(\d+) (\d+)/u.exec(stat.slice(stat.lastIndexOf(')') + 2)) ?? [];
    return Number(user) + Number(system);
  } catch {
    return 0;
  }
}
