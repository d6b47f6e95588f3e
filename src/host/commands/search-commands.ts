import {
  commands as vscodeCommands,
  l10n,
  ProgressLocation,
  window,
  type TextDocument,
} from 'vscode';
import * as z from 'zod';
import { compareAddresses, hitId, stepHit, type Hit } from '../../core/search/hit';
import type { SearchQuery } from '../../core/search/query';
import { READING_SCHEME } from '../documents/reading-uri';
import { hitCount } from '../l10n/search-words';
import { disposables, type Disposable } from '../lifecycle';
import { reveal } from '../navigation/reveal';
import type { HitPlace } from '../search/hit-places';
import type { SearchInput, SearchOption } from '../search/search-input';
import type { Search, SessionSearch } from '../search/session-search';
import type { Location } from '../sessions/open-transcript';
import { sameLocation } from '../sessions/selection';
import { sessionInView } from './follow-command';
import { commands } from './ids';
import { FROM_PANEL, type StepServices } from './step-commands';

/** True in `when` clauses while a search is active, and while the keys that walk flags walk its hits. */
const HAS_SEARCH = 'agentSessionReview.hasSearch';
const WALKS_HITS = 'agentSessionReview.walksHits';

/** How long a word about a step stays in the status bar, in ms. */
const STATUS_MS = 4000;
/** A search that takes longer has a notification with Cancel, in ms. */
const LONG_MS = 1000;
/** Selected text that is longer is hardly what one looks for. */
const MAX_SUGGESTION = 200;

export interface SearchServices extends Omit<StepServices, 'review'> {
  readonly search: SessionSearch;
  readonly input: SearchInput;
  /** Where the current hit stands in a document; null where it does not. */
  readonly placeOfHit: (document: TextDocument) => HitPlace | null;
}

/** What our own tests give: then nobody is asked. */
const givenQuery = z.object({
  text: z.string().min(1),
  matchCase: z.boolean(),
  wholeWord: z.boolean(),
  isRegex: z.boolean(),
});

/** What the Search view gives to the commands of its rows. */
const hitNode = z.object({ kind: z.literal('hit'), id: z.string() });

/** Search in a session, walk what was found, and end the search. */
export function registerSearchCommands(given: SearchServices): Disposable {
  const { search, input, selection } = given;
  const own = disposables();
  const services = { ...given, ...own.add(createSpeaker()) };
  const register = (id: string, work: (argument: unknown) => unknown) =>
    own.add(vscodeCommands.registerCommand(id, work));
  register(commands.search, (query) => ask(services, query));
  register(commands.nextHit, (from) => walk(services, 1, from === FROM_PANEL));
  register(commands.previousHit, (from) => walk(services, -1, from === FROM_PANEL));
  register(commands.endSearch, () => {
    search.end();
  });
  register(commands.goToHit, (id) => goToId(services, id));
  register(commands.openHit, async (node) => {
    if (await goToId(services, hitNode.safeParse(node).data?.id.slice(2))) {
      await vscodeCommands.executeCommand(commands.openWholeMessage);
    }
  });
  for (const [id, option] of [
    [commands.toggleSearchCase, 'matchCase'],
    [commands.toggleSearchWord, 'wholeWord'],
    [commands.toggleSearchRegex, 'isRegex'],
  ] as const satisfies readonly (readonly [string, SearchOption])[]) {
    register(id, () => {
      input.toggle(option);
    });
  }

  const set = (key: string, value: boolean) =>
    void vscodeCommands.executeCommand('setContext', key, value);
  const update = () => {
    set(HAS_SEARCH, search.current !== null);
    set(WALKS_HITS, isWalked(services));
  };
  own.add(search.onDidChange(update));
  own.add(selection.onDidChange(update));
  update();
  return own;
}

interface Speaker extends Disposable {
  /** A word in the status bar, in place of the last one; '' takes that away. */
  say(words: string): void;
}

function createSpeaker(): Speaker {
  let last: Disposable | null = null;
  return {
    say(words) {
      last?.dispose();
      last = words === '' ? null : window.setStatusBarMessage(words, STATUS_MS);
    },
    dispose: () => last?.dispose(),
  };
}

type Services = SearchServices & Speaker;

/** Whether the keys that walk flags walk hits: those of another transcript, or none, are not in their way. */
function isWalked({ search, selection }: Pick<SearchServices, 'search' | 'selection'>): boolean {
  const { current } = search;
  if (current === null) return false;
  const at = selection.current;
  return (
    (current.hits.length > 0 || current.state === 'running') &&
    (at === null || at.open === current.open)
  );
}

async function ask(services: Services, given: unknown): Promise<void> {
  const wanted = sessionInView(services);
  if (wanted === null) {
    services.say(l10n.t('No transcript is open.'));
    return;
  }
  const query = givenQuery.safeParse(given).data ?? (await services.input.ask(selectedText()));
  if (query === null) return;
  const { search, selection } = services;
  const current = selection.current;
  const from: Location = current?.open === wanted.open ? current : { ...wanted, number: 0 };
  const editor = window.activeTextEditor;
  const going: Promise<void>[] = [];
  const jump = search.onDidChange((now) => {
    const isElsewhere =
      editor !== window.activeTextEditor || !sameLocation(current, selection.current);
    const hit = now?.current === null && !isElsewhere ? firstFrom(now, from) : null;
    if (now !== null && hit !== null) going.push(goTo(services, now, hit, false));
  });
  try {
    await withCancel(search, query, search.start(wanted.open, query));
    await Promise.all(going);
  } finally {
    jump.dispose();
  }
  const now = search.current;
  if (now?.query !== query) return;
  if (now.problem !== null) void window.showErrorMessage(now.problem);
  else if (now.hits.length === 0) {
    void window.showInformationMessage(
      l10n.t('Nothing in this session matches “{0}”.', query.text),
    );
  } else if (now.current === null) {
    services.say(hitCount(now.count));
  }
}

/** What is selected in a document of ours; '' when that is nothing, or more than a few words. */
function selectedText(): string {
  const editor = window.activeTextEditor;
  if (editor?.document.uri.scheme !== READING_SCHEME) return '';
  const { selection, document } = editor;
  const text = selection.isSingleLine ? document.getText(selection) : '';
  return text.length > MAX_SUGGESTION ? '' : text;
}

/** The hit that one who reads on comes to first; the very first one when all has been searched. */
function firstFrom({ hits, state }: Search, from: Location): Hit | null {
  const next = hits.find((hit) => compareAddresses(hit, from) >= 0);
  return next ?? (state === 'complete' ? (hits[0] ?? null) : null);
}

/** A search that takes long can be cancelled where everybody sees it; what it has found stays. */
async function withCancel(
  search: SessionSearch,
  query: SearchQuery,
  work: Promise<void>,
): Promise<void> {
  const timer = setTimeout(() => {
    const options = {
      location: ProgressLocation.Notification,
      title: l10n.t('Searching for “{0}”', query.text),
      cancellable: true,
    };
    void window.withProgress(options, async (progress, token) => {
      const own = disposables();
      let shown = 0;
      own.add(
        token.onCancellationRequested(() => {
          search.stop();
        }),
      );
      await new Promise<void>((resolve) => {
        void work.finally(resolve);
        own.add(
          search.onDidChange((now) => {
            if (now?.query !== query || now.state !== 'running') {
              resolve();
              return;
            }
            const percent = Math.floor(now.done * 100);
            const found = now.count === 0 ? '' : ` · ${hitCount(now.count)}`;
            const message = `${percent} %${found}`;
            progress.report({ increment: Math.max(0, percent - shown), message });
            shown = Math.max(shown, percent);
          }),
        );
      });
      own.dispose();
    });
  }, LONG_MS);
  try {
    await work;
  } finally {
    clearTimeout(timer);
  }
}

async function walk(services: Services, direction: 1 | -1, fromPanel: boolean): Promise<void> {
  const { search, selection } = services;
  const now = search.current;
  if (now === null || !isWalked(services)) {
    const id = direction === 1 ? commands.nextFlag : commands.previousFlag;
    await vscodeCommands.executeCommand(id, ...(fromPanel ? [FROM_PANEL] : []));
    return;
  }
  const at = selection.current ?? { session: 0, number: -1 };
  const { hits, current } = now;
  // Who has gone to another message since goes on from there.
  const isOnIt = current !== null && compareAddresses(current, at) === 0;
  const next = stepHit(hits, at, isOnIt ? hits.indexOf(current) : null, direction);
  const hit = next === null ? undefined : hits[next.index];
  if (next === null || hit === undefined) {
    services.say(l10n.t('Nothing found yet.'));
    return;
  }
  await goTo(services, now, hit, fromPanel);
  if (next.wrapped) services.say(wrappedWords(direction));
}

const wrappedWords = (direction: 1 | -1) =>
  direction === 1
    ? l10n.t('That was the last hit: continued at the first.')
    : l10n.t('That was the first hit: continued at the last.');

async function goToId(services: Services, id: unknown): Promise<boolean> {
  const now = services.search.current;
  const hit = now?.hits.find((one) => hitId(one) === id);
  if (now === null || hit === undefined) return false;
  await goTo(services, now, hit, false);
  return true;
}

/** Selects the message of a hit, and puts the cursor on the hit or as near to it as is shown. */
async function goTo(
  services: Services,
  { open }: Search,
  hit: Hit,
  fromPanel: boolean,
): Promise<void> {
  const { search, selection, lines, moves, placeOfHit } = services;
  const { session, number } = hit;
  const location = { open, session, number };
  services.say('');
  search.select(hit);
  selection.select(location);
  const panel = fromPanel || window.activeTextEditor === undefined;
  await reveal(location, lines, moves, panel, (document) => placeOfHit(document)?.start ?? null);
  const place = window.visibleTextEditors
    .map(({ document }) => placeOfHit(document))
    .find((one) => one !== null);
  if (place?.range !== null) return;
  services.say(l10n.t('The hit is not shown here: “o” opens the whole message.'));
}
