import { workspace, type Uri } from 'vscode';
import { memorySource } from '../../core/source/memory-source';
import type { ByteSource } from '../../core/source/byte-source';
import { looksLikeTranscript } from '../../core/formats/detect';
import { openFileSource } from '../../node/file-source';

/** Bytes of any URI: files by range, other file systems whole (VS Code offers no ranges for them). */
export async function openSource(uri: Uri): Promise<ByteSource> {
  if (uri.scheme === 'file') return openFileSource(uri.fsPath);
  return memorySource(uri.toString(), await workspace.fs.readFile(uri));
}

/** Whether a file's first bytes are those of a transcript that we can read; a file on disk is read no further. */
export async function isTranscript(uri: Uri): Promise<boolean> {
  const source = await openSource(uri);
  try {
    return await looksLikeTranscript(source);
  } finally {
    await source.close();
  }
}
