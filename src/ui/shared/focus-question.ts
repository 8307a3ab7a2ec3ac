const FRAMES = 60;

const question = (): HTMLElement | null => document.querySelector('#question');

/** Puts the focus on the question; the Ask view may have to be loaded first. */
export async function focusQuestion(): Promise<void> {
  for (let frame = 0; frame < FRAMES && !question(); frame++) await new Promise(requestAnimationFrame);
  question()?.focus();
}
