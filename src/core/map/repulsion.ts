/** Points with masses, as columns. */
interface Bodies {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly mass: Float64Array;
}

/** From this many bodies on, far ones are taken together. */
const TREE_FROM = 256;
/** A cell stands for its bodies where its width is less than this share of its distance (Barnes and Hut 1986). */
const OPENING = 1.1;
/** Two bodies that are nearer than this push as if they were so far. */
const NEAREST = 1e-3;
const DEEPEST = 24;

/** Adds to each body's force what all others push it away with: masses over distance, times `strength` (ForceAtlas2, Jacomy et al. 2014). */
export function repel(bodies: Bodies, strength: number, fx: Float64Array, fy: Float64Array): void {
  if (bodies.x.length < TREE_FROM) repelPairs(bodies, strength, fx, fy);
  else repelByTree(bodies, strength, fx, fy);
}

function repelPairs({ x, y, mass }: Bodies, strength: number, fx: Float64Array, fy: Float64Array): void {
  for (let one = 0; one < x.length; one++) {
    for (let other = one + 1; other < x.length; other++) {
      const dx = (x[one] ?? 0) - (x[other] ?? 0);
      const dy = (y[one] ?? 0) - (y[other] ?? 0);
      const square = Math.max(NEAREST * NEAREST, dx * dx + dy * dy);
      const force = (strength * (mass[one] ?? 0) * (mass[other] ?? 0)) / square;
      fx[one] = (fx[one] ?? 0) + dx * force;
      fy[one] = (fy[one] ?? 0) + dy * force;
      fx[other] = (fx[other] ?? 0) - dx * force;
      fy[other] = (fy[other] ?? 0) - dy * force;
    }
  }
}

/** A quadtree as columns: each cell's first child of four, or −1, and its bodies' mass and centre. */
interface Tree {
  readonly child: Int32Array;
  readonly mass: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: number;
}

function repelByTree(bodies: Bodies, strength: number, fx: Float64Array, fy: Float64Array): void {
  const tree = buildTree(bodies);
  const stack = new Int32Array(4 * DEEPEST + 8);
  const widths = new Float64Array(stack.length);
  for (let one = 0; one < bodies.x.length; one++) {
    const [px, py, own] = [bodies.x[one] ?? 0, bodies.y[one] ?? 0, bodies.mass[one] ?? 0];
    let [sumX, sumY] = [0, 0];
    let top = 1;
    stack[0] = 0;
    widths[0] = tree.width;
    while (top > 0) {
      const cell = stack[--top] ?? 0;
      const width = widths[top] ?? 0;
      const mass = tree.mass[cell] ?? 0;
      if (mass === 0) continue;
      const dx = px - (tree.x[cell] ?? 0) / mass;
      const dy = py - (tree.y[cell] ?? 0) / mass;
      const square = dx * dx + dy * dy;
      const first = tree.child[cell] ?? -1;
      if (first >= 0 && width * width > OPENING * OPENING * square) {
        for (let quarter = 0; quarter < 4; quarter++) {
          stack[top] = first + quarter;
          widths[top++] = width / 2;
        }
        continue;
      }
      const force = (strength * own * mass) / Math.max(NEAREST * NEAREST, square);
      sumX += dx * force;
      sumY += dy * force;
    }
    fx[one] = (fx[one] ?? 0) + sumX;
    fy[one] = (fy[one] ?? 0) + sumY;
  }
}

function buildTree({ x, y, mass }: Bodies): Tree {
  let reach = 1e-6;
  for (let at = 0; at < x.length; at++) reach = Math.max(reach, Math.abs(x[at] ?? 0), Math.abs(y[at] ?? 0));
  let room = x.length * 8 + 64;
  let child = new Int32Array(room).fill(-1);
  /** The one body of a leaf; −1 for none. */
  let body = new Int32Array(room).fill(-1);
  let cells = 1;
  const split = (cell: number): number => {
    if (cells + 4 > room) {
      room *= 2;
      const [longer, bodies] = [new Int32Array(room).fill(-1), new Int32Array(room).fill(-1)];
      longer.set(child);
      bodies.set(body);
      [child, body] = [longer, bodies];
    }
    child[cell] = cells;
    cells += 4;
    return cells - 4;
  };
  for (let one = 0; one < x.length; one++) {
    let cell = 0;
    let [midX, midY, half] = [0, 0, reach];
    for (let depth = 0; ; depth++) {
      const first = child[cell] ?? -1;
      const resident = body[cell] ?? -1;
      if (first < 0 && (resident < 0 || depth >= DEEPEST)) {
        if (resident < 0) body[cell] = one;
        break;
      }
      const from = first < 0 ? split(cell) : first;
      if (resident >= 0) {
        const quarter = ((x[resident] ?? 0) >= midX ? 1 : 0) + ((y[resident] ?? 0) >= midY ? 2 : 0);
        body[from + quarter] = resident;
        body[cell] = -1;
      }
      half /= 2;
      const quarter = ((x[one] ?? 0) >= midX ? 1 : 0) + ((y[one] ?? 0) >= midY ? 2 : 0);
      midX += quarter & 1 ? half : -half;
      midY += quarter & 2 ? half : -half;
      cell = from + quarter;
    }
  }
  return { ...weigh({ x, y, mass }, child.subarray(0, cells), reach), child, width: 2 * reach };
}

/** The masses of all cells: each body counts in every cell on its way down. */
function weigh({ x, y, mass }: Bodies, child: Int32Array, reach: number): Pick<Tree, 'mass' | 'x' | 'y'> {
  const [sum, sumX, sumY] = [0, 1, 2].map(() => new Float64Array(child.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let one = 0; one < x.length; one++) {
    const [px, py, own] = [x[one] ?? 0, y[one] ?? 0, mass[one] ?? 0];
    let [cell, midX, midY, half] = [0, 0, 0, reach];
    for (;;) {
      sum[cell] = (sum[cell] ?? 0) + own;
      sumX[cell] = (sumX[cell] ?? 0) + px * own;
      sumY[cell] = (sumY[cell] ?? 0) + py * own;
      const first = child[cell] ?? -1;
      if (first < 0) break;
      const quarter = (px >= midX ? 1 : 0) + (py >= midY ? 2 : 0);
      half /= 2;
      midX += quarter & 1 ? half : -half;
      midY += quarter & 2 ? half : -half;
      cell = first + quarter;
    }
  }
  return { mass: sum, x: sumX, y: sumY };
}
