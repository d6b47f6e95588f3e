import { Uri, workspace } from 'vscode';
import { commonName } from '../../core/review/file-names';
import { folderOf, transcriptName } from '../sessions/transcript-uri';

/** A folder that may hold review files of a transcript, and what their names begin with. */
export interface ReviewPlace {
  readonly folder: Uri;
  readonly base: string;
}

export interface ReviewPlaces {
  /** Everywhere reviews may be, so that none disappears when the setting changes. */
  readonly read: readonly ReviewPlace[];
  /** Where the next event goes: the first of these that can be written. */
  readonly write: readonly ReviewPlace[];
}

/** Where the reviews of a transcript are. `storage`: the extension's own storage. */
export function reviewPlaces(transcript: Uri, storage: Uri): ReviewPlaces {
  const name = transcriptName(transcript);
  const beside = {
    folder: folderOf(transcript),
    // A key may hold what file names may not.
    base: transcript.fragment === '' ? name : commonName(name, transcript.fragment),
  };
  const stored = {
    folder: Uri.joinPath(storage, 'reviews'),
    base: commonName(name, transcript.toString()),
  };
  const folder = workspaceReviewFolder();
  const common = folder === null ? [] : [{ folder, base: commonName(name, keyOf(transcript)) }];
  return {
    read: [beside, ...common, stored],
    write: [...preferred(transcript, beside, common), stored],
  };
}

function preferred(
  transcript: Uri,
  beside: ReviewPlace,
  common: readonly ReviewPlace[],
): readonly ReviewPlace[] {
  const location = workspace.getConfiguration('agentSessionReview').get<string>('reviewLocation');
  switch (location) {
    case 'workspaceFolder':
      return common.filter((place) => place.folder.scheme === 'file');
    case 'extensionStorage':
      return [];
    default:
      return transcript.scheme === 'file' && workspace.getWorkspaceFolder(transcript) !== undefined
        ? [beside]
        : [];
  }
}

/** The folder for reviews; null without a workspace, or when the setting leads out of it. */
function workspaceReviewFolder(): Uri | null {
  const root = workspace.workspaceFolders?.[0]?.uri;
  if (root === undefined) return null;
  const name = workspace.getConfiguration('agentSessionReview').get('reviewFolder', 'reviews');
  const folder = Uri.joinPath(root, name);
  const inside = folder.path === root.path || folder.path.startsWith(`${root.path}/`);
  return inside ? folder : null;
}

/** The same on every machine that has the workspace; else the whole URI. */
function keyOf(transcript: Uri): string {
  const folder = workspace.getWorkspaceFolder(transcript);
  if (folder === undefined) return transcript.toString();
  const path = workspace.asRelativePath(transcript, folder.index > 0);
  return transcript.fragment === '' ? path : `${path}#${transcript.fragment}`;
}
