import type { SourceFile } from '../../ports/documents';

interface GivenSources {
  /** Takes more sources of a name, of which `at` are there; null forgets all. Throws RangeError where there are others. */
  give(name: string, at: number, sources: readonly SourceFile[] | null): void;
  /** All of a name, once. Throws RangeError where there are not so many. */
  take(all: { readonly name: string; readonly count: number }): readonly SourceFile[];
}

/** Sources that come in parts, by the name that their sender gave them. */
export function givenSources(): GivenSources {
  const given = new Map<string, SourceFile[]>();
  const mustBe = (name: string, count: number): readonly SourceFile[] => {
    const here = given.get(name) ?? [];
    if (here.length === count) return here;
    throw new RangeError(`Of ${count} sources, ${here.length} are here`);
  };
  return {
    give(name, at, sources) {
      if (sources) given.set(name, [...mustBe(name, at), ...sources]);
      else given.delete(name);
    },
    take({ name, count }) {
      const sources = mustBe(name, count);
      given.delete(name);
      return sources;
    },
  };
}
