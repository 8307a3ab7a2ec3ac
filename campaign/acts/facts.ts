/** Facts that the screen shows as kept, by names such as `note 7`. Missing things have no entry. */
export type Facts = ReadonlyMap<string, string>;

/** New values of some facts; null for what goes. */
export type FactChange = Readonly<Record<string, string | null>>;

/** The facts after a change. */
export function changed(facts: Facts, change: FactChange): Facts {
  const next = new Map(facts);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Names of the facts that differ, with both values in words. */
export function differingFacts(expected: Facts, seen: Facts): readonly string[] {
  const names = new Set([...expected.keys(), ...seen.keys()]);
  return [...names]
    .filter((name) => expected.get(name) !== seen.get(name))
    .map((name) => `${name}: ${expected.get(name) ?? 'not there'} expected, ${seen.get(name) ?? 'not there'} found`);
}
