import { userInfo } from 'node:os';
import { workspace } from 'vscode';

/** The person's name in reviews: the setting, else the name of their account. */
export function reviewerName(): string {
  const set = workspace.getConfiguration('agentSessionReview').get('reviewerName', '').trim();
  return set === '' ? accountName() : set;
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // Accounts without an entry in the system's list, as in some containers.
    return 'reviewer';
  }
}
