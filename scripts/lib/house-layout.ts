/** Rooms with their number of files, and which room imports which. */
export interface House {
  readonly sizes: Map<string, number>;
  readonly imports: Map<string, Set<string>>;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Places of the rooms in layers, importers above what they import, and the arrows that no longer way implies. */
export function layout(house: House) {
  const names = [...house.sizes.keys()].sort();
  const reach = new Map(names.map((name) => [name, reachable(house, name)]));
  const together = (a: string, b: string): boolean => !!reach.get(a)?.has(b) && !!reach.get(b)?.has(a);
  const direct = new Map(
    names.map((name) => {
      const targets = [...(house.imports.get(name) ?? [])].sort();
      const implied = (to: string): boolean =>
        targets.some((via) => via !== to && !together(via, name) && !together(via, to) && !!reach.get(via)?.has(to));
      return [name, targets.filter((to) => !implied(to))];
    }),
  );
  const depths = new Map<string, number>();
  const depth = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    const group = names.filter((other) => other === name || together(other, name));
    for (const member of group) depths.set(member, 0);
    const above = names.filter(
      (other) => !group.includes(other) && group.some((to) => house.imports.get(other)?.has(to)),
    );
    const own = above.length ? Math.max(...above.map(depth)) + 1 : 0;
    for (const member of group) depths.set(member, own);
    return own;
  };
  names.forEach(depth);
  const rows: string[][] = [];
  for (const name of names) (rows[depth(name)] ??= []).push(name);
  const order = new Map<string, number>();
  for (const row of rows) {
    const wish = (name: string): number => {
      const above = names.filter((other) => direct.get(other)?.includes(name) && order.has(other));
      return above.length ? above.reduce((sum, other) => sum + (order.get(other) ?? 0), 0) / above.length : 0.5;
    };
    row.sort((a, b) => wish(a) - wish(b) || a.localeCompare(b));
    row.forEach((name, index) => order.set(name, (index + 0.5) / row.length));
  }
  const high = 46;
  const width = Math.max(...rows.map((row) => row.length)) * 150 + 20;
  const rooms = rows.flatMap((row, layer) =>
    row.map((name, index) => {
      const x = ((index + 0.5) / row.length) * width - 65;
      return { name, files: house.sizes.get(name) ?? 0, x: Math.round(x), y: 20 + layer * 96, wide: 130, high };
    }),
  );
  const placed = new Map(rooms.map((room) => [room.name, room]));
  const arrows: { readonly from: Point; readonly to: Point }[] = [];
  for (const [name, targets] of direct)
    for (const target of targets) {
      const [from, to] = [placed.get(name), placed.get(target)];
      if (from && to) arrows.push({ from: { x: from.x + 65, y: from.y + high }, to: { x: to.x + 65, y: to.y } });
    }
  return { width, height: rows.length * 96 + 10, rooms, arrows };
}

/** All rooms that a room leads to. */
function reachable({ imports }: House, start: string): ReadonlySet<string> {
  const found = new Set<string>();
  const next = [start];
  for (let name = next.pop(); name !== undefined; name = next.pop())
    for (const to of imports.get(name) ?? [])
      if (!found.has(to)) {
        found.add(to);
        next.push(to);
      }
  return found;
}
