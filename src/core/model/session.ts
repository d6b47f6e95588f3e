import type { Message, Place } from './message';

/** One session as the index holds it. A transcript may hold several (subagents, one conversation a line). */
export interface Session {
  readonly id: string;
  /** Id of the session that started this one (a subagent's), else null. */
  readonly parent: string | null;
  readonly title: string | null;
  readonly directory: string | null;
  readonly agentVersion: string | null;
  readonly messages: readonly Message[];
}

export interface RowCounts {
  readonly read: number;
  readonly understood: number;
  readonly unknown: number;
  readonly malformed: number;
}

/** A row that was not understood, with where it is and one sentence about it. */
export interface RowProblem {
  readonly kind: 'unknown' | 'malformed' | 'incomplete';
  readonly place: Place;
  readonly sentence: string;
}

/** What a whole transcript file holds. `sessions[0]` is the main one. */
export interface Transcript {
  readonly format: FormatId;
  readonly sessions: readonly [Session, ...Session[]];
  /** read = understood + unknown + malformed, always. An incomplete last row is not counted as read. */
  readonly rows: RowCounts;
  /** The first problems, at most `MAX_PROBLEMS`; the counts are complete. */
  readonly problems: readonly RowProblem[];
  /** Size in bytes of what was read. */
  readonly size: number;
  /** Bytes after those that have not been read yet; 0 when this is all of it. */
  readonly unread: number;
}

/**
 * Whether every row is of a kind that the reader knows. Otherwise the agent that wrote them is newer
 * than the reader, or another one: what was understood may have changed its meaning too.
 */
export const isSchemaVerified = ({ rows }: Transcript): boolean => rows.unknown === 0;

// prettier-ignore
export type FormatId =
  | 'opencode-export'
  | 'claude-code'
  | 'codex'
  | 'droid'
  | 'copilot-cli'
  | 'cursor'
  | 'vscode-chat'
  | 'openhands'
  | 'cline'
  | 'gemini'
  | 'grok'
  | 'kimi'
  | 'qwen'
  | 'pi'
  | 'atif'
  | 'inspect'
  | 'swe-agent'
  | 'ai-sdk'
  | 'sharegpt'
  | 'mini-swe-agent'
  | 'chat-messages'
  | 'spec-story'
  | 'aider';

export const MAX_PROBLEMS = 1000;
