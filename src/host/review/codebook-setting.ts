import { ConfigurationTarget, workspace } from 'vscode';
import { codebookOf, type Codebook } from '../../core/review/codebook';

const SECTION = 'agentSessionReview';
const SETTING = 'labels';

/** The labels as the setting has them. */
export function codebook(): Codebook {
  return codebookOf(workspace.getConfiguration(SECTION).get<unknown>(SETTING));
}

/** Writes the labels where they are set now: in the workspace's settings, which a team shares, or the person's own. */
export async function saveCodebook(next: Codebook): Promise<void> {
  const configuration = workspace.getConfiguration(SECTION);
  const isOwn = configuration.inspect(SETTING)?.globalValue !== undefined;
  const isShared = configuration.inspect(SETTING)?.workspaceValue !== undefined;
  const hasWorkspace = workspace.workspaceFolders !== undefined;
  const target =
    isShared || (hasWorkspace && !isOwn)
      ? ConfigurationTarget.Workspace
      : ConfigurationTarget.Global;
  const entries = next.map(({ id, name, replaces }) =>
    id === name && replaces.length === 0 ? name : { id, name, replaces },
  );
  await configuration.update(SETTING, entries, target);
}
