import { table } from '../../bench/lib/table';
import type { Kill } from './kill-rounds';

/** Kills by act and by what was open beside, with what they cost. */
export function killTally(kills: readonly Kill[]): string {
  const acts = [...new Set(kills.map(({ act }) => act))].toSorted();
  const besides = [...new Set(kills.map(({ beside }) => beside))];
  const rows = [
    ...acts.map((act) =>
      row(
        act,
        kills.filter((kill) => kill.act === act),
      ),
    ),
    ...besides.map((beside) =>
      row(
        `beside ${beside}`,
        kills.filter((kill) => kill.beside === beside),
      ),
    ),
    row('all', kills),
  ];
  return table(['act', 'kills', 'acknowledged', 'lost', 'half done', 'unopenable'], rows);
}

function row(name: string, kills: readonly Kill[]): readonly string[] {
  const sum = (count: (kill: Kill) => number): string => String(kills.reduce((all, kill) => all + count(kill), 0));
  return [
    name,
    String(kills.length),
    sum(({ afterAcknowledgement }) => (afterAcknowledgement === null ? 0 : 1)),
    sum(({ lost }) => lost.length),
    sum(({ halfDone }) => (halfDone.length > 0 ? 1 : 0)),
    sum(({ unopenable }) => unopenable.length),
  ];
}
