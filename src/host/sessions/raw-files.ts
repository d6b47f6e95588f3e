import { Uri } from 'vscode';
import type { Entry, UnpackControl } from '../../node/containers/container';
import { entryName } from '../../node/containers/container';
import { containerOf } from '../../node/containers/table';
import { createUnpackThreads } from '../../node/containers/unpack-in-thread';
import { createUnpackedFolder, removeLeftOvers } from '../../node/containers/unpacked-folder';
import { removeFile } from '../../node/remove-file';
import type { Disposable } from '../lifecycle';
import { folderOf } from './transcript-uri';

/** The file whose rows are read for a transcript: its own, or what is unpacked from it while it is open. */
export interface RawFile extends Disposable {
  readonly uri: Uri;
  /** For messages to people. */
  readonly name: string;
  /** Where changes are looked for. `name`: of a file, or `*`. */
  readonly watched: readonly { readonly folder: Uri; readonly name: string }[];
  /** Unpacks it, again when it has changed; null: nothing is unpacked. */
  readonly unpack: ((control: UnpackControl) => Promise<void>) | null;
}

/** Finds the rows of transcripts, in whatever they are packed. */
export interface RawFiles extends Disposable {
  /**
   * The transcripts of a file or folder; null: it is a transcript itself, or none.
   * @throws TranscriptError, Node's error
   */
  entries(uri: Uri): Promise<readonly Entry[] | null>;
  /** Nothing is unpacked yet. Rejects as `entries` does. */
  of(uri: Uri): Promise<RawFile>;
}

/**
 * @param storage folder for what is unpacked; what killed processes left there is removed
 * @param thread path of the bundled `unpack-thread`
 */
export function createRawFiles(storage: string, thread: string): RawFiles {
  const folder = createUnpackedFolder(storage);
  const threads = createUnpackThreads(thread);
  void removeLeftOvers(storage, Date.now());
  return {
    async entries(uri) {
      const isWhole = uri.scheme !== 'file' || uri.fragment !== '';
      if (isWhole || (await containerOf(uri.fsPath)) === null) return null;
      return threads.entries(uri.fsPath);
    },
    async of(uri) {
      const path = uri.fsPath;
      const container = uri.scheme === 'file' ? await containerOf(path) : null;
      if (container === null) return itself(uri);
      const packed = { path, key: uri.fragment };
      const file = await folder.newFile();
      return {
        uri: Uri.file(file),
        name: entryName(packed),
        watched: container
          .watched(path, packed.key)
          .map((one) => ({ folder: Uri.file(one.folder), name: one.name })),
        unpack: (control) => threads.unpackTo(packed, file, control),
        dispose: () => {
          removeFile(file);
        },
      };
    },
    dispose: folder.dispose,
  };
}

const itself = (uri: Uri): RawFile => ({
  uri,
  name: uri.scheme === 'file' ? uri.fsPath : uri.toString(),
  watched: [{ folder: folderOf(uri), name: uri.path.split('/').at(-1) ?? '' }],
  unpack: null,
  dispose: () => undefined,
});
