import { workspace, type Uri } from 'vscode';
import { memorySource } from '../../core/source/memory-source';
import type { ByteSource } from '../../core/source/byte-source';
import { looksLikeTranscript } from '../../core/formats/detect';
import { isPackedTranscript } from '../../node/containers/unpack';
import { openFileSource } from '../../node/file-source';

/** Bytes of any URI, `name` for messages to people: files by range, other file systems whole (VS Code offers no ranges for them). */
export async function openSource(uri: Uri, name?: string): Promise<ByteSource> {
  if (uri.scheme === 'file') return openFileSource(uri.fsPath, name);
  return memorySource(uri.toString(), await workspace.fs.readFile(uri));
}

/** Whether a file's first bytes are those of a transcript that we can read; a file on disk is read no further. */
export async function isTranscript(uri: Uri): Promise<boolean> {
  if (uri.scheme === 'file' && (await isPackedTranscript(uri.fsPath))) return true;
  const source = await openSource(uri);
  try {
    return await looksLikeTranscript(source);
  } finally {
    await source.close();
  }
}
