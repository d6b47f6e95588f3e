import * as z from 'zod';

/** How many tokens a model takes, prompt and answer together. */
export interface ContextWindow {
  /** What the model's name begins with, after its provider's (`anthropic/`, `us.anthropic.`); lower case. */
  readonly model: string;
  readonly tokens: number;
}

/**
 * Windows that providers publish in their documentation, as of 2026-12-01; where plans or beta headers
 * give more, the usual one. Longer names stand first. Others are unknown: the setting
 * `agentSessionReview.contextWindows` adds them.
 */
export const CONTEXT_WINDOWS: readonly ContextWindow[] = [
  { model: 'claude', tokens: 200_000 },
  { model: 'gpt-5', tokens: 400_000 },
  { model: 'gpt-4.1', tokens: 1_047_576 },
  { model: 'gpt-4o', tokens: 128_000 },
  { model: 'gpt-4-turbo', tokens: 128_000 },
  { model: 'o4-mini', tokens: 200_000 },
  { model: 'o3', tokens: 200_000 },
  { model: 'gemini-2', tokens: 1_048_576 },
  { model: 'gemini-3', tokens: 1_048_576 },
  { model: 'deepseek', tokens: 128_000 },
  { model: 'kimi-k2', tokens: 262_144 },
  { model: 'qwen3-coder', tokens: 262_144 },
];

/** Tokens that a model of this name takes; null: unknown. The first fitting row counts. */
export function windowOf(model: string, windows: readonly ContextWindow[]): number | null {
  const name = model.toLowerCase();
  // Claude Code writes the window of a million tokens into the model's name.
  if (name.endsWith('[1m]')) return 1_000_000;
  const begins = (prefix: string) =>
    name.startsWith(prefix) || name.includes(`/${prefix}`) || name.includes(`.${prefix}`);
  return windows.find((row) => begins(row.model))?.tokens ?? null;
}

const setting = z.record(z.string().min(1), z.int().positive());

/**
 * The table with what a setting adds, an object of tokens by model, which comes first.
 * @returns `problem`: one sentence when the setting is no such object, which is then ignored
 */
export function windowsFrom(value: unknown): {
  readonly windows: readonly ContextWindow[];
  readonly problem: string | null;
} {
  const added = setting.safeParse(value ?? {});
  if (!added.success) {
    const problem = 'It must give a whole number of tokens, above 0, for each model.';
    return { windows: CONTEXT_WINDOWS, problem };
  }
  const own = Object.entries(added.data)
    .map(([model, tokens]) => ({ model: model.toLowerCase(), tokens }))
    .sort((a, b) => b.model.length - a.model.length);
  return { windows: [...own, ...CONTEXT_WINDOWS], problem: null };
}
