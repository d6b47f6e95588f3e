/** Something that has to be given back. VS Code's own class is one, and our plain objects are. */
export interface Disposable {
  readonly dispose: () => void;
}

/** Collects what a feature registers, so that one call gives it all back. */
export interface Disposables extends Disposable {
  add<T extends Disposable>(item: T): T;
}

/** An empty collection. Disposing goes backwards; what is added after that is disposed at once. */
export function disposables(): Disposables {
  const items: Disposable[] = [];
  let disposed = false;
  return {
    add(item) {
      if (disposed) item.dispose();
      else items.push(item);
      return item;
    },
    dispose() {
      disposed = true;
      for (const item of items.splice(0).reverse()) item.dispose();
    },
  };
}

/** Runs `work` once after calls stop coming for `ms`; disposing drops a pending run. */
export function debounced(
  ms: number,
  work: () => void,
): Disposable & { readonly trigger: () => void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    trigger() {
      clearTimeout(timer);
      timer = setTimeout(work, ms);
    },
    dispose() {
      clearTimeout(timer);
    },
  };
}

/** Work is given up for other things after this long, in ms. */
const AT_ONCE_MS = 10;

/** Does long work in pieces, so that the extension host can do other things in between. */
export async function inPieces<T>(work: Iterator<undefined, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < AT_ONCE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}
