/** What an error says, in its own words; whatever else was thrown, as text. */
export const errorWords = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
