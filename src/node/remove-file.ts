import { rmSync } from 'node:fs';

/** Removes a file at once, if it is there; what can't be removed stays. */
export function removeFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It is removed with its folder, or at the next start.
  }
}
