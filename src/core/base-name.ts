/** The last piece of a path or URI, with either kind of slash; '' when there is none. */
export function baseName(path: string): string {
  return /[^/\\]+(?=[/\\]*$)/.exec(path)?.[0] ?? '';
}
