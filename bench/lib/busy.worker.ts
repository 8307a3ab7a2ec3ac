/** Keeps one core busy until it is ended, as the index does while it works beside the embedder. */
let sum = 0;
globalThis.addEventListener('message', () => undefined);
for (;;) sum = Math.sin(sum + 1);
