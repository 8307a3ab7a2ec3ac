import type { AnswerUnit } from '../answer/answer-units';

const RUNNING = /^(\d{1,3})[.)]?$/u;
/** What stands above numbers that only count the rows: “#”, “No.”, or nothing. */
const HEAD = /^(?:[*_]{2})?(?:#|№|No\.?|Nr\.?|N[°º]|Lfd\. ?Nr\.?|Row|Item|Pos\.?|序号|編號)?(?:[*_]{2})?$/iu;

/** The units of an answer, rows without the numbers with which a table counts them; a number of a table that calls it otherwise (“Day”) stays. */
export function withoutRunningNumbers(units: readonly AnswerUnit[]): readonly AnswerUnit[] {
  let counts = false;
  let next = Number.NaN;
  return units.map((unit) => {
    if (unit.kind !== 'row') {
      counts = HEAD.test(headOf(unit.plain));
      next = 1;
      return unit;
    }
    const number = Number(RUNNING.exec(unit.label)?.[1] ?? Number.NaN);
    counts &&= number === next;
    next += 1;
    return counts ? withoutFirstCell(unit) : unit;
  });
}

/** The first cell of a table's head; for other text the text itself. */
const headOf = (plain: string): string => (plain.replace(/^\|/u, '').split('|')[0] ?? '').trim();

function withoutFirstCell(unit: AnswerUnit): AnswerUnit {
  const [, ...cells] = unit.plain.split(' ; ');
  return { ...unit, plain: cells.join(' ; '), label: cells.length > 1 ? (cells[0] ?? '').trim() : '' };
}
