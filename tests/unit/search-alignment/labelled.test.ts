import { describe, expect, it } from 'vitest';
import { isWarned, outcomesOf, readCollections, tableOf, type Kind } from './labelled';

const NOTHING = { right: 0, supported: 0, doubted: 0, marked: 0 };
const whole = (share: number): string => (100 * share).toFixed(0);

/** A share of so many, with its 95 per cent interval (Wilson 1927). */
function percent(share: number, of: number): string {
  const z = 1.96;
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const reach = (z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of);
  return `${whole(share)} % (${whole(Math.max(0, middle - reach))}–${whole(Math.min(1, middle + reach))})`;
}

/** The figures of one half of the labelled sentences, printed and given. */
function figuresOf(half: 'built' | 'held-out') {
  const table = tableOf(readCollections(half).flatMap((one) => outcomesOf(one)));
  for (const { kind, sentences, right, marked, doubted } of table) {
    const passage = kind === 'unsupported' ? '' : `right passage ${percent(right, sentences)}, `;
    console.info(
      `${half}: ${kind} (${String(sentences)}): ${passage}to be compared ${percent(doubted, sentences)}, marked unsupported ${percent(marked, sentences)}`,
    );
  }
  const figure = (kind: Kind) => table.find((one) => one.kind === kind) ?? NOTHING;
  return { figure };
}

describe('labelled answer sentences', () => {
  const { figure } = figuresOf('built');
  // Measured only when asked for, so that no one builds towards it in passing: BURROW_HELD_OUT=1 npx vitest run …/labelled.test.ts
  if (process.env['BURROW_HELD_OUT'] === '1') figuresOf('held-out');

  it.each(['verbatim', 'wrong id'] as const)('lead to the right passage in the words of their source: %s', (kind) => {
    const near = readCollections('built')
      .flatMap((one) => outcomesOf(one))
      .filter((one) => one.kind === kind && (kind === 'verbatim' || one.isNear));
    expect(near.filter(({ isRight }) => isRight).length / near.length).toBeGreaterThanOrEqual(0.95);
    expect(figure(kind).right).toBeGreaterThanOrEqual(0.9);
  });

  it('are marked, or to be compared with a passage, when nothing supports them', () => {
    const { marked, doubted } = figure('unsupported');
    expect(marked + doubted).toBeGreaterThanOrEqual(0.95);
    expect(marked).toBeGreaterThanOrEqual(0.3);
  });

  it('have a mark that warns of them when nothing supports them, and seldom when something does', () => {
    const outcomes = readCollections('built').flatMap((one) => outcomesOf(one));
    const warned = (isSound: boolean): number => {
      const own = outcomes.filter(({ kind }) => (kind !== 'unsupported') === isSound);
      return own.filter(isWarned).length / own.length;
    };
    expect(warned(false)).toBeGreaterThanOrEqual(0.59);
    expect(warned(true)).toBeLessThanOrEqual(0.06);
  });

  it('are never shown as supported by another passage than theirs when they are paraphrased', () => {
    const { supported, right, marked } = figure('paraphrased');
    expect(supported).toBeLessThanOrEqual(right);
    expect(marked).toBeLessThanOrEqual(0.2);
  });

  it('are never shown as supported when nothing supports them', () => {
    expect(figure('unsupported').supported).toBe(0);
  });

  it('are shown as supported when they are verbatim, 93 in a hundred', () => {
    expect(figure('verbatim').supported).toBeGreaterThanOrEqual(0.93);
  });

  it.each(['verbatim', 'wrong id'] as const)('are not marked when a passage has their words: %s', (kind) => {
    expect(figure(kind).marked).toBeLessThanOrEqual(0.05);
  });
});
