import { workspace, type LogOutputChannel } from 'vscode';
import { windowsFrom, type ContextWindow } from '../../core/findings/causes/context-windows';

/** The context windows with those of the setting `agentSessionReview.contextWindows`; a wrong one is logged and ignored. */
export function contextWindows(log: LogOutputChannel): readonly ContextWindow[] {
  const value = workspace.getConfiguration('agentSessionReview').get<unknown>('contextWindows');
  const { windows, problem } = windowsFrom(value);
  if (problem !== null) {
    log.warn(`Setting agentSessionReview.contextWindows: ${problem} Correct it in the settings.`);
  }
  return windows;
}
