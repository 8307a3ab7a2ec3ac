import { abortable } from '../../async';
import type { SourceFile } from '../../ports/documents';

/** Sources that come in parts, each under the name of the `add` that waits for them. */
interface GivenSources {
  /** Adds a part; null ends them. Parts of a name that has ended are dropped. */
  give(name: string, part: readonly SourceFile[] | null): void;
  /** The parts of a name in their order, as they come, until the last. Throws the signal's reason when it aborts before. */
  parts(name: string, signal: AbortSignal): AsyncGenerator<readonly SourceFile[]>;
  /** Ends the wait for further parts of a name. */
  end(name: string): void;
}

interface Delivery {
  readonly waiting: (readonly SourceFile[])[];
  over: boolean;
  wake: () => void;
}

export function givenSources(): GivenSources {
  const deliveries = new Map<string, Delivery>();
  const ended = new Set<string>(); // a name for each time that many sources were added
  const deliveryOf = (name: string): Delivery => {
    const delivery = deliveries.get(name) ?? { waiting: [], over: false, wake: () => undefined };
    deliveries.set(name, delivery);
    return delivery;
  };
  return {
    give(name, part) {
      if (ended.has(name)) return;
      const delivery = deliveryOf(name);
      if (part) delivery.waiting.push(part);
      else delivery.over = true;
      delivery.wake();
    },
    async *parts(name, signal) {
      const delivery = deliveryOf(name);
      for (;;) {
        const part = delivery.waiting.shift();
        if (part) yield part;
        else if (delivery.over) return;
        else await abortable(new Promise<void>((resolve) => (delivery.wake = resolve)), signal);
      }
    },
    end(name) {
      const delivery = deliveries.get(name);
      if (delivery) delivery.over = true;
      delivery?.wake();
      deliveries.delete(name);
      ended.add(name);
    },
  };
}
