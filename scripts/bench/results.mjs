/** Prints each figure as it comes, and knows in the end whether all promises were kept. */
export function createResults() {
  let kept = 0;
  const broken = [];
  return {
    /** A promise: what was measured, and what it may be. */
    note(name, figure, limit, isKept) {
      console.log(`${isKept ? 'kept  ' : 'BROKEN'}  ${name}: ${figure}; promised: ${limit}`);
      if (isKept) kept += 1;
      else broken.push(name);
    },
    /** A figure about which nothing is promised. */
    tell(name, figure) {
      console.log(`        ${name}: ${figure}`);
    },
    /** Prints the sum; true when nothing is broken. */
    finish() {
      console.log(`\n${kept} kept, ${broken.length} broken`);
      for (const name of broken) console.log(`broken: ${name}`);
      return broken.length === 0 && kept > 0;
    },
  };
}
