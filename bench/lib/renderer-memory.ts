import { execFileSync } from 'node:child_process';

/** Resident memory of the largest renderer process that this bench started, in MB. */
export function rendererMegabytes(): number {
  const output = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8', maxBuffer: 1e8 });
  const processes = output.split('\n').map((line) => {
    const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/u, 3).map(Number);
    return { pid, parent, megabytes: kilobytes / 1024, renderer: line.includes('--type=renderer') };
  });
  const parentOf = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parentOf.get(pid) ?? 0));
  const renderers = processes.filter(({ renderer, pid }) => renderer && isOurs(pid));
  return Math.max(0, ...renderers.map(({ megabytes }) => megabytes));
}
