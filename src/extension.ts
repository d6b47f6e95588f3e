import type { ExtensionContext } from 'vscode';

export function activate(_context: ExtensionContext): void {
  // Filled by the composition root.
}
