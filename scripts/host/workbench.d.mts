import type { Page } from 'playwright-core';

export interface HostOptions {
  /** Which VS Code: the oldest that the extension supports (the default), or a new one. */
  version?: 'oldest' | 'newest';
  /** Absolute path of the folder to open. */
  folder: string;
  /** Absolute path of the extension under development. */
  extension: string;
  /** Absolute path of a file, or a URI, to open at the start. */
  openFile?: string;
  /** User settings, added to those that keep the workbench quiet. */
  settings?: Record<string, unknown>;
  /** Environment variables for the extension host. */
  env?: Record<string, string>;
  /** Size of the page in CSS pixels. */
  viewport?: { width: number; height: number };
}

export interface Host {
  page: Page;
  /** VS Code's version number. */
  vscode: string;
  /** What the server printed (its last 50,000 characters). */
  readLog: () => string;
  /** Closes the browser and the server; what they wrote is removed. */
  close: () => Promise<void>;
}

export function openHost(options: HostOptions): Promise<Host>;

/** A new temp folder that goes when this process ends. */
export function makeTempDir(): string;

/** The repository's root folder. */
export const repositoryRoot: string;
