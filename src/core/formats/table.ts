import { aiSdk } from './ai-sdk';
import { aider } from './aider';
import { atif } from './atif';
import { chatMessages } from './chat-messages';
import { claudeCode } from './claude-code';
import { codex } from './codex';
import { copilotCli } from './copilot-cli';
import type { Format } from './format';
import { cursor } from './cursor';
import { droid } from './droid';
import { gemini } from './gemini';
import { grok } from './grok';
import { kimi } from './kimi';
import { pi } from './pi';
import { qwen } from './qwen';
import { shareGpt } from './sharegpt';
import { specStory } from './spec-story';
import { miniSweAgent } from './mini-swe-agent';
import { sweAgent } from './swe-agent';
import { inspect } from './inspect';
import { cline } from './cline';
import { openhands } from './openhands';
import { vscodeChat } from './vscode-chat';
import { opencodeExport } from './opencode-export';

/** Every format that can be read. When two are equally sure of a file, the first wins. */
export const formats: readonly Format[] = [
  opencodeExport,
  claudeCode,
  codex,
  pi,
  grok,
  droid,
  copilotCli,
  cursor,
  vscodeChat,
  openhands,
  cline,
  kimi,
  qwen,
  gemini,
  atif,
  inspect,
  sweAgent,
  aiSdk,
  shareGpt,
  miniSweAgent,
  chatMessages,
  specStory,
  aider,
];
