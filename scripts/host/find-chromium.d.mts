/** The absolute path of a Chromium, Chrome or Edge. See find-chromium.mjs for where it looks. */
export function findChromium(log?: (line: string) => void): string;
