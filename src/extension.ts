import { l10n, window, type ExtensionContext } from 'vscode';
import { compose, type ReviewApi } from './host/compose';

/** Builds the pieces and nothing else. VS Code is silent about a failing activation, so we are not. */
export function activate(context: ExtensionContext): ReviewApi {
  try {
    return compose(context);
  } catch (error) {
    void window.showErrorMessage(
      l10n.t('Agent Session Review could not start: {0}', String(error)),
    );
    throw error;
  }
}
