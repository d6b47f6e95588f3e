/**
 * The one way core reads a transcript. Adapters exist for Node files and for memory
 * (decoded text, virtual file systems, tests).
 */
export interface ByteSource {
  /** For messages to people: a path or URI. */
  readonly name: string;
  /** Size in bytes now; it may grow. Rejects when the file cannot be read. */
  size(): Promise<number>;
  /** Bytes `[start, end)`, fewer at the end of the file. Rejects when the file cannot be read. */
  read(start: number, end: number): Promise<Uint8Array>;
  close(): Promise<void>;
}
