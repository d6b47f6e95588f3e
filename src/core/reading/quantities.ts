/** `1234567` as `1,234,567`: the same everywhere, so that documents do not depend on the machine. */
export function grouped(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A length of time in its two largest units: `420 ms`, `42 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`. */
export function duration(ms: number): string {
  if (ms < 0) return `−${duration(-ms)}`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60)
    return ms < 10_000 ? `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s` : `${seconds} s`;
  return (
    twoUnits(seconds, 86_400, 'd', 3600, 'h') ??
    twoUnits(seconds, 3600, 'h', 60, 'min') ??
    twoUnits(seconds, 60, 'min', 1, 's') ??
    `${seconds} s`
  );
}

function twoUnits(seconds: number, big: number, bigUnit: string, small: number, smallUnit: string) {
  if (seconds < big) return null;
  const rest = Math.floor((seconds % big) / small);
  return `${Math.floor(seconds / big)} ${bigUnit}${rest > 0 ? ` ${rest} ${smallUnit}` : ''}`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** `2026-03-02` in the machine's time zone; the time is milliseconds since the epoch. */
export function day(ms: number): string {
  const at = new Date(ms);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** `14:02:11` in the machine's time zone; the time is milliseconds since the epoch. */
export function clock(ms: number): string {
  const at = new Date(ms);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
