/** Lets one task run at a time, in the order asked for. */
export interface Mutex {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = last.then(task, task);
      last = result.catch(() => undefined); // the caller gets the failure; the next task starts all the same
      return result;
    },
  };
}
