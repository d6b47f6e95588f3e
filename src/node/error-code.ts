/** Node's code of a failed operation, such as `EACCES`; null when there is none. */
export function errorCode(error: unknown): string | null {
  return typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string'
    ? error.code
    : null;
}
