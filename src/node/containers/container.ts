import type { ReadControl } from '../../core/source/rows';

/** One transcript in a container, as a person picks it. Plain data: it crosses threads. */
export interface Entry {
  /** The file to open for it: the container itself, or in a folder the session's own file. */
  readonly path: string;
  /** Names it within that file; '' where the file holds one only. Part of URIs: never rename. */
  readonly key: string;
  /** For people: what tells it from the others, such as `sample 3, epoch 1`. */
  readonly label: string;
  /** For people: what else is known without reading it; '' when nothing is. */
  readonly detail: string;
}

/** Takes unpacked bytes in order. */
export interface UnpackSink {
  /** @throws TranscriptError when it is too much, the signal's reason when it is aborted */
  write(bytes: Uint8Array): Promise<void>;
}

export type UnpackControl = Pick<ReadControl, 'signal' | 'onProgress'>;

/** Files of a folder of which a change may be a change of the transcript. */
export interface Watched {
  readonly folder: string;
  /** The name of a file, or `*`. */
  readonly name: string;
}

/** A kind of file that a transcript is unpacked from: a line in `table.ts`, a file of its own. */
export interface Container {
  /** Whether the file is one, from its content; `beginning`: its first bytes, none of a folder. */
  matches(path: string, beginning: Uint8Array): boolean | Promise<boolean>;
  /** Whether what is in it is a transcript for certain; otherwise its beginning is looked at first. */
  readonly isCertain: boolean;
  /**
   * The transcripts in it, those first that a person looks for first.
   * @throws TranscriptError, Node's error
   */
  entries(path: string): Promise<readonly Entry[]>;
  /**
   * Writes a transcript as rows that a reader of `core/formats` knows.
   * @returns when it was last changed, in ms since the epoch
   * @throws TranscriptError, Node's error, the decoder's error, whatever the sink throws
   */
  unpack(
    path: string,
    key: string,
    sink: UnpackSink,
    control: UnpackControl,
  ): Promise<{ readonly modified: number }>;
  watched(path: string, key: string): readonly Watched[];
}

/** The one transcript of a file that holds one. */
export const wholeFile = (path: string): Entry => ({ path, key: '', label: '', detail: '' });

/** Name of a transcript in sentences for people. */
export const entryName = ({ path, key }: Pick<Entry, 'path' | 'key'>): string =>
  key === '' ? path : `${path} (${key})`;
