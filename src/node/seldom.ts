/** Progress is told at most this often, in ms. */
const PROGRESS_MS = 100;

/** Tells of progress at most every `PROGRESS_MS`. */
export function seldom(tell: (done: number, total: number) => void) {
  let told = 0;
  return (done: number, total: number) => {
    const now = performance.now();
    if (now - told < PROGRESS_MS) return;
    told = now;
    tell(done, total);
  };
}
