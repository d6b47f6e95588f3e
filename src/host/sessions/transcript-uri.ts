import { Uri } from 'vscode';
import type { Entry } from '../../node/containers/container';

/** The URI of a transcript: its file, with its key in the container as the fragment. */
export const uriOfEntry = ({ path, key }: Entry): Uri => Uri.file(path).with({ fragment: key });

/** What a transcript is called in views. */
export function transcriptName({ path, fragment }: Uri): string {
  const name = path.split('/').at(-1) ?? '';
  return fragment === '' ? name : `${name} (${fragment})`;
}

/** The folder in which its file is. */
export const folderOf = (uri: Uri): Uri => Uri.joinPath(uri.with({ fragment: '' }), '..');
