import {
  commands as vscodeCommands,
  env,
  l10n,
  Uri,
  ViewColumn,
  window,
  type LogOutputChannel,
  type WebviewPanel,
} from 'vscode';
import { errorWords } from '../../core/error-words';
import type { Message } from '../../core/model/message';
import { fromPanel, panelState, type FromPanel, type ToPanel } from '../../shared/protocol';
import { commands } from '../commands/ids';
import { FROM_PANEL } from '../commands/step-commands';
import { panelTexts } from '../l10n/panel-words';
import { debounced, disposables, type Disposable } from '../lifecycle';
import type { ReviewService } from '../review/review-service';
import { sameLocation } from '../sessions/selection';
import type { Location, OpenTranscript, Selection } from '../sessions/open-transcript';
import { sessionAt } from '../sessions/session-registry';
import { transcriptName } from '../sessions/transcript-uri';
import { panelHtml } from './panel-html';
import { panelView } from './panel-view';

/** The panel's type. Public: VS Code stores it to restore panels; never rename it. */
export const CONTEXT_PANEL_TYPE = 'agentSessionReview.context';

/** Messages shown on each side of the selected one, and how many more a click brings. */
const AROUND = 3;
const MORE = 5;
/** Selections come in bursts while a key is held down; one picture is enough. In ms. */
const UPDATE_MS = 20;

export interface PanelServices {
  readonly extensionUri: Uri;
  readonly selection: Selection;
  readonly review: ReviewService;
  readonly log: LogOutputChannel;
  /** Opens a transcript again after a reload of the window and selects a message of it. */
  restore(uri: Uri, session: number, number: number): Promise<void>;
}

export interface ContextPanel extends Disposable {
  show(preserveFocus: boolean): void;
}

/** The webview beside the editor that follows the selection. There is one; it is made on first use. */
export function createContextPanel(services: PanelServices): ContextPanel {
  const own = disposables();
  let current: (Disposable & { readonly panel: WebviewPanel }) | null = null;

  const adopt = (panel: WebviewPanel) => {
    current?.panel.dispose();
    const attached = attach(panel, services);
    current = { panel, dispose: attached.dispose };
    panel.onDidDispose(() => {
      attached.dispose();
      if (current?.panel === panel) current = null;
    });
  };

  own.add(
    window.registerWebviewPanelSerializer(CONTEXT_PANEL_TYPE, {
      async deserializeWebviewPanel(panel, saved) {
        adopt(panel);
        const state = panelState.safeParse(saved);
        if (!state.success) return;
        const { uri, session, number } = state.data;
        try {
          await services.restore(Uri.parse(uri, true), session, number);
        } catch (error) {
          // The reading document, if it was open, says the same in its place.
          services.log.warn(`The panel could not be restored: ${String(error)}`);
        }
      },
    }),
  );

  return {
    show(preserveFocus) {
      if (current !== null) {
        current.panel.reveal(undefined, preserveFocus);
        return;
      }
      const column = { viewColumn: ViewColumn.Beside, preserveFocus };
      const title = l10n.t('Session Context');
      adopt(window.createWebviewPanel(CONTEXT_PANEL_TYPE, title, column));
    },
    dispose() {
      current?.panel.dispose();
      own.dispose();
    },
  };
}

/** Connects one webview with the selection until it is closed. */
function attach(panel: WebviewPanel, services: PanelServices): Disposable {
  const { extensionUri, selection, review, log } = services;
  const own = disposables();
  const texts = panelTexts();
  let around = { before: AROUND, after: AROUND };
  let shown: Location | null = null;
  let round = 0;
  /** Messages on show with as much of their bodies as is shown, given up when another transcript or reading comes. */
  let whole = new Map<number, Message>();
  /** Given up when something else is to be shown: what is being read may take long. */
  let reading = new AbortController();
  let watching: Disposable | null = null;

  const post = (message: ToPanel) => {
    void panel.webview.postMessage(message);
  };

  const update = async () => {
    const at = selection.current;
    if (!panel.visible) return;
    if (at === null) {
      post({ kind: 'nothing', words: l10n.t('Open a transcript to see its messages here.') });
      return;
    }
    round += 1;
    const mine = round;
    follow(at);
    const { open, session, number } = at;
    const found = sessionAt(open.transcript, session);
    const draw = (problem: string | null) => {
      post(
        panelView(
          {
            uri: open.uri.toString(),
            sessionIndex: session,
            session: found,
            findings: open.findings(session),
            selected: number,
            whole,
            ...around,
            threads: review.known(open, session),
            name: transcriptName(open.uri),
            problem,
          },
          texts,
        ),
      );
    };
    draw(null);
    const near = found.messages
      .slice(Math.max(0, number - around.before), number + around.after + 1)
      .map((message) => message.number)
      // What one looks at comes first.
      .sort((a, b) => Math.abs(a - number) - Math.abs(b - number));
    keepOnly(whole, near);
    const wanted = near.filter((one) => !whole.has(one));
    const isWanted = () => mine === round;
    reading.abort();
    reading = new AbortController();
    const [problem] = await Promise.all([
      readWhole(open, session, wanted, whole, reading.signal),
      review.threads(open, session).catch((error: unknown) => {
        log.error(String(error));
      }),
    ]);
    // A later selection has its own picture by now.
    if (isWanted()) draw(problem);
  };

  const follow = (at: Location) => {
    if (shown !== null && shown.open === at.open && shown.session === at.session) {
      if (shown.number !== at.number) around = { before: AROUND, after: AROUND };
    } else {
      around = { before: AROUND, after: AROUND };
      whole = new Map();
      watching?.dispose();
      watching = at.open.onDidChange(() => {
        whole = new Map();
        later.trigger();
      });
    }
    shown = at;
  };

  const later = own.add(
    debounced(UPDATE_MS, () => {
      update().catch((error: unknown) => {
        log.error(String(error));
      });
    }),
  );

  const obey = (message: FromPanel) => {
    const at = selection.current;
    if (message.kind === 'ready') {
      later.trigger();
      return;
    }
    if (message.kind === 'openLink') {
      void env.openExternal(Uri.parse(message.href, true));
      return;
    }
    if (at === null) return;
    switch (message.kind) {
      case 'select':
        void vscodeCommands.executeCommand(
          commands.selectMessage,
          message.number,
          at.session,
          FROM_PANEL,
        );
        return;
      case 'comment':
        void onMessage(at, message.number, commands.addComment);
        return;
      case 'openWhole':
        void onMessage(at, message.number, commands.openWholeMessage);
        return;
      case 'saveWhole':
        void onMessage(at, message.number, commands.saveWholeMessage);
        return;
      case 'go':
        void vscodeCommands.executeCommand(
          message.to === 'message' ? commands.goToMessage : commands[message.to],
          FROM_PANEL,
        );
        return;
      case 'more':
        around =
          message.direction === 'earlier'
            ? { ...around, before: around.before + MORE }
            : { ...around, after: around.after + MORE };
        later.trigger();
    }
  };

  const onMessage = async (at: Location, number: number, command: string) => {
    if (!sameLocation(at, { ...at, number })) {
      await vscodeCommands.executeCommand(commands.selectMessage, number);
    }
    await vscodeCommands.executeCommand(command);
  };

  // A tab's icon takes no colour of the theme by itself.
  panel.iconPath = {
    light: Uri.joinPath(extensionUri, 'media', 'panel-light.svg'),
    dark: Uri.joinPath(extensionUri, 'media', 'panel-dark.svg'),
  };
  panel.webview.options = {
    enableScripts: true,
    localResourceRoots: [Uri.joinPath(extensionUri, 'dist')],
  };
  own.add(
    panel.webview.onDidReceiveMessage((raw: unknown) => {
      const message = fromPanel.safeParse(raw);
      if (message.success) obey(message.data);
      else log.warn(`The panel sent something that is not understood: ${message.error.message}`);
    }),
  );
  own.add(selection.onDidChange(later.trigger));
  own.add(review.onDidChange(later.trigger));
  own.add(
    panel.onDidChangeViewState(() => {
      if (panel.visible) later.trigger();
    }),
  );
  panel.webview.html = panelHtml(panel.webview, extensionUri, env.language);
  return {
    dispose() {
      reading.abort();
      watching?.dispose();
      own.dispose();
    },
  };
}

/** Bodies can be large: those that are no longer on show are given up. */
function keepOnly(whole: Map<number, Message>, numbers: readonly number[]): void {
  const kept = new Set(numbers);
  for (const number of whole.keys()) if (!kept.has(number)) whole.delete(number);
}

/**
 * Reads the bodies of these messages, until nobody wants them any more; gives the sentence of the
 * first that could not be read.
 */
async function readWhole(
  { messages }: OpenTranscript,
  session: number,
  numbers: readonly number[],
  into: Map<number, Message>,
  signal: AbortSignal,
): Promise<string | null> {
  let problem: string | null = null;
  for (const number of numbers) {
    try {
      into.set(number, await messages.preview({ session, number }, signal));
    } catch (error) {
      if (!signal.aborted) problem ??= errorWords(error);
    }
    if (signal.aborted) break;
  }
  return problem;
}
