/** `2026-03-02 08:00:44` in UTC, the same on every machine; the time is milliseconds since the epoch. */
export function utc(ms: number): string {
  return (
    iso(ms)
      ?.replace('T', ' ')
      .replace(/\.\d+Z$/, '') ?? String(ms)
  );
}

/** `2026-03-02T08:00:44.000Z`; null for a time that is none. */
export function iso(ms: number | null): string | null {
  if (ms === null) return null;
  const at = new Date(ms);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
