/** A coding agent that keeps its sessions in folders of its own. */
export interface Agent {
  /** Stable: it stands in caches and ids. */
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  /**
   * Where its transcripts are, as patterns with `/`. `~` is the person's home, `$NAME` a folder of
   * `ROOTS`, `*` any part of one name, `**` any folders between, `{a,b}` one of several, and
   * `<project>` a folder that stands for a project.
   */
  readonly files: readonly string[];
  /** How the path of a subagent's transcript leads to that of the session that started it. */
  readonly parent?: readonly [pattern: RegExp, replacement: string];
}

/**
 * Every agent whose session folders are known, one line each. Files that turn out to be no transcript
 * that can be read are counted, never shown as sessions. Sources: docs/formats.md, session folders 1-4.
 */
// prettier-ignore
export const agents: readonly Agent[] = [
  { id: 'claude-code', name: 'Claude Code', files: ['$CLAUDE_CONFIG_DIR/projects/<project>/*.jsonl', '$CLAUDE_CONFIG_DIR/projects/<project>/*/subagents/**/*.jsonl'], parent: [/\/subagents\/.*$/, '.jsonl'] },
  { id: 'codex', name: 'Codex', files: ['$CODEX_HOME/{sessions,archived_sessions}/**/rollout-*.{jsonl,json}'] },
  { id: 'gemini', name: 'Gemini CLI', files: ['$GEMINI_CLI_HOME/.gemini/tmp/<project>/chats/**/*.{json,jsonl}'] },
  { id: 'qwen', name: 'Qwen Code', files: ['~/.qwen/{projects,tmp}/<project>/chats/*.jsonl'] },
  { id: 'kimi', name: 'Kimi Code', files: ['$KIMI_CODE_HOME/sessions/<project>/*/agents/*/wire.jsonl', '$KIMI_SHARE_DIR/sessions/<project>/*/wire.jsonl'], parent: [/\/agents\/(?!main\/)[^/]+\/wire\.jsonl$/, '/agents/main/wire.jsonl'] },
  { id: 'copilot-cli', name: 'Copilot CLI', files: ['$COPILOT_HOME/session-state/*/events.jsonl', '$COPILOT_HOME/session-state/*.jsonl', '$COPILOT_HOME/history-session-state/*.json'] },
  { id: 'vscode-chat', name: 'VS Code chat', files: ['$CODE_USER/workspaceStorage/<project>/chatSessions/*.{json,jsonl}', '$CODE_USER/globalStorage/emptyWindowChatSessions/*.{json,jsonl}'] },
  { id: 'cursor', name: 'Cursor', files: ['~/.cursor/projects/<project>/agent-transcripts/**/*.jsonl'] },
  { id: 'cline', name: 'Cline', files: ['$CODE_USER/globalStorage/saoudrizwan.claude-dev/tasks/*/ui_messages.json', '~/.cline/data/sessions/*/*.messages.json'] },
  { id: 'roo-code', name: 'Roo Code', files: ['$CODE_USER/globalStorage/rooveterinaryinc.roo-cline/tasks/*/ui_messages.json'] },
  { id: 'kilo-code', name: 'Kilo Code', files: ['$CODE_USER/globalStorage/kilocode.kilo-code/tasks/*/ui_messages.json'] },
  { id: 'pi', name: 'Pi', files: ['$PI_CODING_AGENT_DIR/sessions/<project>/*.jsonl', '~/.omp/agent/sessions/<project>/*.jsonl'] },
  { id: 'openclaw', name: 'OpenClaw', files: ['$OPENCLAW_STATE_DIR/agents/<project>/sessions/*.jsonl', '~/.clawdbot/agents/<project>/sessions/*.jsonl'] },
  { id: 'droid', name: 'Droid', files: ['~/.factory/sessions/<project>/*.jsonl', '~/.factory/sessions/*.jsonl'] },
  { id: 'grok', name: 'Grok CLI', files: ['~/.grok/sessions/<project>/*/chat_history.jsonl'] },
  { id: 'iflow', name: 'iFlow', files: ['~/.iflow/projects/<project>/session-*.jsonl'] },
  { id: 'continue', name: 'Continue', files: ['$CONTINUE_GLOBAL_DIR/sessions/*.json'] },
  { id: 'amp', name: 'Amp', files: ['$XDG_DATA_HOME/amp/threads/T-*.json'] },
  { id: 'goose', name: 'Goose', files: ['$XDG_DATA_HOME/goose/sessions/*.jsonl', '$APPDATA/Block/goose/data/sessions/*.jsonl'] },
];

/**
 * Folders that an environment variable moves, with where they are by themselves: what was written
 * before it was set is still there, so both are looked at. Null: nowhere without the variable.
 */
export const ROOTS: Readonly<Record<string, string | null>> = {
  CLAUDE_CONFIG_DIR: '~/.claude',
  CODEX_HOME: '~/.codex',
  GEMINI_CLI_HOME: '~',
  KIMI_CODE_HOME: '~/.kimi-code',
  KIMI_SHARE_DIR: '~/.kimi',
  COPILOT_HOME: '~/.copilot',
  PI_CODING_AGENT_DIR: '~/.pi/agent',
  OPENCLAW_STATE_DIR: '~/.openclaw',
  CONTINUE_GLOBAL_DIR: '~/.continue',
  XDG_DATA_HOME: '~/.local/share',
  APPDATA: null,
};

/** Where editors made from VS Code keep their data, by Node's name of the platform; others are like Linux. */
export const CODE_DATA: Readonly<Record<string, string>> = {
  darwin: '~/Library/Application Support',
  win32: '$APPDATA',
  linux: '$XDG_CONFIG_HOME',
};
/** Their folders in it. On a remote machine they are those of the server. */
export const CODE_PRODUCTS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'] as const;
export const CODE_SERVERS = [
  '.vscode-server',
  '.vscode-server-insiders',
  '.cursor-server',
] as const;
