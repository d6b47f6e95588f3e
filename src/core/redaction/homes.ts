import { spansOf, textRule, type LabelledPattern, type RedactionRule } from './rule';

/** Folders of nobody, and names that any machine has: found beside a path they tell nothing. */
const NOBODY: ReadonlySet<string> = new Set(['shared', 'public', 'default', 'all users']);
const COMMON: ReadonlySet<string> = new Set(
  'admin agent app build builder code codespace coder debian dev developer docker guest home node runner sandbox server test ubuntu user users vscode work worker workspace'.split(
    ' ',
  ),
);
/** Shorter names stand in too many words. */
const SHORTEST = 4;

const HOMES: readonly RegExp[] = [
  /(?:\/|\b[A-Za-z]:\/)(?:home|Users)\/([^\s/\\:"'`<>|*?,;()[\]{}]{1,64})/dg,
  // In names of Windows there are spaces, and in texts of programs two backslashes.
  /\b[A-Za-z]:\\{1,2}Users\\{1,2}([^\s/\\:"'`<>|*?]{1,40}(?: [^\s/\\:"'`<>|*?]{1,40}){0,2}(?=\\)|[^\s/\\:"'`<>|*?]{1,64})/dg,
  /%2F(?:home|Users)%2F([\w.-]{1,64})/dg,
  // As some agents name the folder of a project.
  /(?<![\w])-(?:home|Users)-([^\s/\\:"'`<>|*?,;-]{1,64})(?=-)/dg,
];

const patterns: readonly LabelledPattern[] = HOMES.map((pattern) => ({
  label: 'name of a home folder',
  pattern,
  isEverywhere: true,
  isRight: (found) => !NOBODY.has(found.toLowerCase()),
}));

/** Names of people as their home folders have them, and the same names elsewhere unless they are common words. */
export const homeFolders: RedactionRule = textRule((text) =>
  patterns
    .flatMap((pattern) => spansOf(pattern, text))
    .map((span) => {
      const name = text.slice(span.start, span.end);
      const isTelling = name.length >= SHORTEST && !COMMON.has(name.toLowerCase());
      return { ...span, isEverywhere: isTelling };
    }),
);
