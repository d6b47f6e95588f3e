import { RelativePattern, workspace, type Uri } from 'vscode';
import { disposables, type Disposable } from './lifecycle';

/**
 * Calls `changed` when a file of a folder is made, changed or removed.
 * @param name the file's name, or a pattern of names that `literally` was used for
 */
export function watchFiles(folder: Uri, name: string, changed: () => void): Disposable {
  const own = disposables();
  const watcher = own.add(workspace.createFileSystemWatcher(new RelativePattern(folder, name)));
  own.add(watcher.onDidChange(changed));
  own.add(watcher.onDidCreate(changed));
  own.add(watcher.onDidDelete(changed));
  return own;
}

/** A name as a pattern: what patterns give a meaning stands for any one character. */
export const literally = (name: string): string => name.replace(/[[\]{}*?,\\]/g, '?');
