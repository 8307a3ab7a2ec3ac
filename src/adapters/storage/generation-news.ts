const channelName = (collection: string): string => `burrow:${collection}`;

/** Tells the other tabs that a generation of a collection is durable. */
export function announceGeneration(collection: string, generation: number): void {
  const channel = new BroadcastChannel(channelName(collection));
  channel.postMessage(generation);
  channel.close();
}

/** Calls back with each generation that another tab, or another store here, made durable. Returns how to stop. */
export function onNewer(collection: string, callback: (generation: number) => void): () => void {
  const channel = new BroadcastChannel(channelName(collection));
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number') callback(data);
  };
  return () => channel.close();
}
