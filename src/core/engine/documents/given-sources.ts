import { abortable } from '../../async';
import type { SourceFile } from '../../ports/documents';

/** Sources that come in parts, each under the name of the `add` that waits for them. */
interface GivenSources {
  /** Hands a part over; null says that no more come. Parts of a name that has ended are dropped. */
  give(name: string, part: readonly SourceFile[] | null): void;
  /** The parts of a name in their order, as they come, until the last. Throws the signal's reason when it aborts before. */
  parts(name: string, signal: AbortSignal): AsyncGenerator<readonly SourceFile[]>;
  /** Nobody waits for the parts of a name any more. */
  end(name: string): void;
}

interface Delivery {
  readonly waiting: (readonly SourceFile[])[];
  over: boolean;
  wake: () => void;
}

export function givenSources(): GivenSources {
  const deliveries = new Map<string, Delivery>();
  const ended = new Set<string>();
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
      deliveries.delete(name);
      ended.add(name);
    },
  };
}
