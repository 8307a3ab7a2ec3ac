/** The partition in which every node stands alone. */
export function eachAlone(nodes: number): Int32Array {
  const labels = new Int32Array(nodes);
  for (let node = 0; node < nodes; node++) labels[node] = node;
  return labels;
}

/** Renumbers labels to 0…count−1 in order of first appearance, in place, and returns count. Labels must be ≥ 0. */
export function compactLabels(labels: Int32Array): number {
  let highest = -1;
  for (let node = 0; node < labels.length; node++) highest = Math.max(highest, labels[node] ?? 0);
  const numbers = new Int32Array(highest + 1).fill(-1);
  let count = 0;
  for (let node = 0; node < labels.length; node++) {
    const label = labels[node] ?? 0;
    let number = numbers[label] ?? 0;
    if (number < 0) numbers[label] = number = count++;
    labels[node] = number;
  }
  return count;
}

/** The label of each node's part: labels[parts[node]]. */
export function compose(parts: Int32Array, labels: Int32Array): Int32Array {
  const result = new Int32Array(parts.length);
  for (let node = 0; node < parts.length; node++) result[node] = labels[parts[node] ?? 0] ?? 0;
  return result;
}

/** Nodes grouped by label, ascending within a group: group g is members[starts[g]…starts[g+1]−1]. */
export interface Groups {
  readonly starts: Int32Array;
  readonly members: Int32Array;
}

/** Groups the nodes of a compact partition of `count` labels. */
export function groupByLabel(labels: Int32Array, count: number): Groups {
  const starts = new Int32Array(count + 1);
  for (let node = 0; node < labels.length; node++) {
    const label = labels[node] ?? 0;
    starts[label + 1] = (starts[label + 1] ?? 0) + 1;
  }
  for (let group = 0; group < count; group++) starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  const next = starts.slice(0, count);
  const members = new Int32Array(labels.length);
  for (let node = 0; node < labels.length; node++) {
    const label = labels[node] ?? 0;
    const at = next[label] ?? 0;
    members[at] = node;
    next[label] = at + 1;
  }
  return { starts, members };
}
