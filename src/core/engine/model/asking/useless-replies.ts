/** Counts useless replies while what they are about, such as a passage or a report, is not done yet. */
export interface UselessReplies {
  /** Those that no commit has counted yet. */
  readonly open: number;
  /** Another one came. */
  heard(): void;
  /** So many were counted with what they are about. */
  counted(replies: number): void;
  /** What is not done is begun again, and its kept replies are heard once more. */
  forget(): void;
}

/** A counter that has heard none; `onChange` is told of each that comes. */
export function createUselessReplies(onChange: () => void): UselessReplies {
  let open = 0;
  return {
    get open() {
      return open;
    },
    heard: () => {
      open++;
      onChange();
    },
    counted: (replies) => void (open = Math.max(0, open - replies)),
    forget: () => void (open = 0),
  };
}
