import { describe, expect, test } from 'vitest';
import { LOCAL_SHARES } from '../../../../src/core/search/modes/local/local';
import { scaleShares } from '../../../../src/core/search/context/context';
import { localChoices } from '../../../../src/core/search/modes/local/parameters';

describe('the shares of a context', () => {
  test('are those of GraphRAG in the room that it has', () => {
    for (const tokens of [12_000, 30_000]) expect(scaleShares(LOCAL_SHARES, tokens)).toEqual(LOCAL_SHARES);
  });

  test('give to passages in a small room what reports and the graph give up, but not all of it', () => {
    for (const tokens of [0, 1000, 2300, 6000, 11_000]) {
      const { reports, graph, sources } = scaleShares(LOCAL_SHARES, tokens);
      expect(reports + graph + sources).toBeCloseTo(1);
      expect(sources).toBeGreaterThan(LOCAL_SHARES.sources);
      expect(reports).toBeGreaterThanOrEqual(LOCAL_SHARES.reports / 3);
      expect(graph / reports).toBeCloseTo(LOCAL_SHARES.graph / LOCAL_SHARES.reports);
    }
  });

  test('hold in every room where a person chose them', () => {
    expect(localChoices({ sources_share: 50, reports_share: 15 }).shares).toBeUndefined();
    expect(localChoices({ sources_share: 20 }).shares).toEqual({ sources: 0.2, reports: 0.15, graph: 0.65 });
  });
});
