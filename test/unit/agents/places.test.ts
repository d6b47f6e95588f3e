import assert from 'node:assert/strict';
import test from 'node:test';
import {
  addedPlaces,
  agentPlaces,
  wantedIn,
  type Machine,
  type Match,
  type SessionPlace,
} from '../../../src/core/agents/places';
import { agents, ROOTS } from '../../../src/core/agents/table';

const linux: Machine = { home: '/home/ada', platform: 'linux', env: {} };

/** What a place makes of a file below its folder. */
function matchOf(place: SessionPlace, file: string): Match | null {
  const pieces = file.split('/');
  const name = pieces.pop() ?? '';
  let wanted: ReturnType<typeof wantedIn> | null = wantedIn(place);
  for (const piece of pieces) wanted = wanted?.folder(piece) ?? null;
  return wanted?.file(name) ?? null;
}

const onlyPlace = (files: readonly string[], machine = linux): SessionPlace => {
  const [place, ...rest] = agentPlaces(machine, [{ id: 'a', name: 'A', files }]);
  assert.ok(place);
  assert.equal(rest.length, 0);
  return place;
};

test('patterns want what they say, and no more', () => {
  const place = onlyPlace(['~/.a/<project>/*.jsonl', '~/.a/<project>/*/sub/**/*.{json,jsonl}']);
  assert.equal(place.folder, '/home/ada/.a');
  assert.deepEqual(matchOf(place, 'shop/one.jsonl'), { project: 'shop' });
  assert.equal(matchOf(place, 'shop/one.json'), null);
  assert.equal(matchOf(place, 'one.jsonl'), null);
  assert.equal(matchOf(place, 'shop/one/sub/x.json')?.project, 'shop');
  assert.equal(matchOf(place, 'shop/one/sub/deep/er/x.jsonl')?.project, 'shop');
  assert.equal(matchOf(place, 'shop/one/other/x.jsonl'), null);
  assert.equal(wantedIn(place).folder('shop')?.folder('one')?.folder('other'), null);
});

test('what patterns hold literally is no expression', () => {
  const place = onlyPlace(['~/.a/*/a+b(c).json']);
  assert.ok(matchOf(place, 'x/a+b(c).json'));
  assert.equal(matchOf(place, 'x/aab(c)xjson'), null);
});

test('an environment variable adds its folder to the usual one', () => {
  const files = ['$CODEX_HOME/sessions/**/rollout-*.jsonl'];
  const foldersIn = (machine: Machine) =>
    agentPlaces(machine, [{ id: 'a', name: 'A', files }]).map(({ folder }) => folder);
  assert.deepEqual(foldersIn(linux), ['/home/ada/.codex/sessions']);
  const moved = { ...linux, env: { CODEX_HOME: '/data/codex' } };
  assert.deepEqual(foldersIn(moved), ['/data/codex/sessions', '/home/ada/.codex/sessions']);
  assert.deepEqual(foldersIn({ ...linux, env: { CODEX_HOME: '' } }), foldersIn(linux));
  const same = { ...linux, env: { CODEX_HOME: '/home/ada/.codex' } };
  assert.deepEqual(foldersIn(same), ['/home/ada/.codex/sessions']);
});

test('editors made from VS Code keep their data where the platform says', () => {
  const files = ['$CODE_USER/globalStorage/x.y/tasks/*/ui.json'];
  const firstIn = (machine: Machine) =>
    agentPlaces(machine, [{ id: 'a', name: 'A', files }]).at(0)?.folder;
  const rest = 'Code/User/globalStorage/x.y/tasks';
  assert.equal(firstIn(linux), `/home/ada/.config/${rest}`);
  assert.equal(firstIn({ ...linux, env: { XDG_CONFIG_HOME: '/cfg' } }), `/cfg/${rest}`);
  assert.equal(
    firstIn({ ...linux, platform: 'darwin' }),
    `/home/ada/Library/Application Support/${rest}`,
  );
  const windows = { home: 'C:\\Users\\ada', platform: 'win32', env: { APPDATA: 'D:\\data' } };
  assert.equal(firstIn(windows), `D:\\data/${rest}`);
});

test('every line of the table is in order', () => {
  const known = new Set([...Object.keys(ROOTS), 'CODE_USER']);
  assert.equal(new Set(agents.map(({ id }) => id)).size, agents.length);
  for (const { id, files } of agents) {
    for (const file of files) {
      const [, name] = /^\$([A-Z_]+)\//.exec(file) ?? [];
      assert.ok(file.startsWith('~/') || (name !== undefined && known.has(name)), `${id}: ${file}`);
    }
  }
  const windows = { home: 'C:\\Users\\ada', platform: 'win32', env: { APPDATA: 'D:\\data' } };
  for (const machine of [linux, windows]) {
    for (const { owner, folder, patterns } of agentPlaces(machine)) {
      assert.doesNotMatch(folder, /[~$*<>{}]/, owner);
      for (const pattern of patterns) assert.ok(pattern.length > 0, owner);
    }
  }
});

test('agents’ files are found where docs/formats.md says', () => {
  const files: readonly (readonly [agent: string, path: string, project: string | null])[] = [
    ['claude-code', '.claude/projects/-home-ada-shop/0f.jsonl', '-home-ada-shop'],
    ['claude-code', '.claude/projects/-home-ada-shop/0f/subagents/agent-1.jsonl', '-home-ada-shop'],
    ['codex', '.codex/sessions/2026/03/02/rollout-2026-03-02T08-00-00-0f.jsonl', null],
    ['codex', '.codex/sessions/rollout-0f.jsonl', null],
    ['gemini', '.gemini/tmp/9f3c/chats/session-2026-03-02.json', '9f3c'],
    ['kimi', '.kimi-code/sessions/wd_shop_1/session_0f/agents/main/wire.jsonl', 'wd_shop_1'],
    ['grok', '.grok/sessions/%2Fhome%2Fada%2Fshop/0f/chat_history.jsonl', '%2Fhome%2Fada%2Fshop'],
    ['vscode-chat', '.config/Code/User/workspaceStorage/9f/chatSessions/0f.json', '9f'],
    ['goose', '.local/share/goose/sessions/20260302_1.jsonl', null],
  ];
  const places = agentPlaces(linux);
  for (const [agent, file, project] of files) {
    const found = places
      .filter(({ folder }) => `/home/ada/${file}`.startsWith(`${folder}/`))
      .flatMap((place) => {
        const match = matchOf(place, `/home/ada/${file}`.slice(place.folder.length + 1));
        return match === null ? [] : [{ agent: place.owner, project: match.project }];
      });
    assert.deepEqual(found, [{ agent, project }], file);
  }
});

test('the transcript of a subagent leads to its parent’s', () => {
  const parentOf = (id: string, file: string) => {
    const [pattern, replacement] = agents.find((agent) => agent.id === id)?.parent ?? [/$^/, ''];
    return file.replace(pattern, replacement);
  };
  assert.equal(parentOf('claude-code', '/p/0f/subagents/agent-1.jsonl'), '/p/0f.jsonl');
  assert.equal(parentOf('claude-code', '/p/0f.jsonl'), '/p/0f.jsonl');
  assert.equal(parentOf('kimi', '/s/agents/sub-1/wire.jsonl'), '/s/agents/main/wire.jsonl');
  assert.equal(parentOf('kimi', '/s/agents/main/wire.jsonl'), '/s/agents/main/wire.jsonl');
});

test('added folders are absolute, or below the home folder', () => {
  const foldersOf = (folders: readonly string[], machine = linux) =>
    addedPlaces(folders, machine).map(({ folder }) => folder);
  assert.deepEqual(foldersOf(['~/logs', ' /srv/runs ', 'relative', '', '~ada/x', '~']), [
    '/home/ada/logs',
    '/srv/runs',
    '/home/ada',
  ]);
  const windows = { home: 'C:\\Users\\ada', platform: 'win32', env: {} };
  assert.deepEqual(foldersOf(['D:\\runs', '\\\\server\\runs', 'runs'], windows), [
    'D:\\runs',
    '\\\\server\\runs',
  ]);
  const [place] = addedPlaces(['/srv/runs'], linux);
  assert.ok(place);
  assert.ok(matchOf(place, 'a/b/run.traj'));
  assert.ok(matchOf(place, '.aider.chat.history.md'));
  assert.equal(matchOf(place, 'a/b/run.log'), null);
});
