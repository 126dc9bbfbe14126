// `npm run test:visual [-- --base <commit>]`: compares the look of every view with that of the last release, or of
// another commit. Writes screenshots/changes/index.html and fails if a picture changed. It is for eyes, not for gates:
// a change that was intended is no fault.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'screenshots');
const base = parseArgs({ options: { base: { type: 'string' } } }).values.base ?? lastRelease();

/** The share of different pixels that smoothing of edges may cause. */
const tolerance = 0.0005;

takeOf(base, join(folder, 'before'));
run(root, 'npm', ['run', 'screenshots', '--', '--steady', '--out', join(folder, 'after')]);

rmSync(join(folder, 'changes'), { recursive: true, force: true });
mkdirSync(join(folder, 'changes'), { recursive: true });
const before = new Set(readdirSync(join(folder, 'before')));
const after = new Set(readdirSync(join(folder, 'after')));
const changed = [...after].filter((name) => before.has(name) && differs(name));
const added = [...after].filter((name) => !before.has(name));
const removed = [...before].filter((name) => !after.has(name));
writeFileSync(join(folder, 'changes', 'index.html'), report());
console.log(`${after.size} pictures: ${changed.length} changed, ${added.length} new, ${removed.length} gone`);
if (changed.length + added.length + removed.length > 0) {
  console.log(`Look at ${join(folder, 'changes', 'index.html')}`);
  process.exitCode = 1;
}

function lastRelease(): string {
  const tag = execFileSync('git', ['tag', '--list', 'v*', '--sort=-version:refname'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n')[0];
  if (!tag) throw new Error('there is no release yet: name a commit with --base');
  return tag;
}

/** Takes the pictures of another commit, with its own script and packages. */
function takeOf(commit: string, out: string): void {
  const place = mkdtempSync(join(tmpdir(), 'latchkey-visual-'));
  try {
    run(root, 'git', ['worktree', 'add', '--detach', '--quiet', place, commit]);
    run(place, 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    run(place, 'npm', ['run', 'screenshots', '--', '--steady', '--out', out]);
  } finally {
    run(root, 'git', ['worktree', 'remove', '--force', place]);
  }
}

function run(cwd: string, command: string, commandArguments: string[]): void {
  execFileSync(command, commandArguments, { cwd, stdio: 'inherit' });
}

/** Compares one picture, and stores the differences beside it if there are any. */
function differs(name: string): boolean {
  const read = (state: string) => PNG.sync.read(readFileSync(join(folder, state, name)));
  const [one, other] = [read('before'), read('after')];
  const { width, height } = one;
  if (other.width !== width || other.height !== height) return true;
  const difference = new PNG({ width, height });
  const pixels = pixelmatch(one.data, other.data, difference.data, width, height, { threshold: 0.15 });
  if (pixels <= width * height * tolerance) return false;
  writeFileSync(join(folder, 'changes', name), PNG.sync.write(difference));
  return true;
}

function report(): string {
  const picture = (state: string, name: string) =>
    `<img src="../${state}/${name}" width="600" alt="${state}">`;
  const sections = [
    ...changed.map((name) => `<h2>${name}</h2>${picture('before', name)} ${picture('after', name)}`),
    ...added.map((name) => `<h2>${name}: new</h2>${picture('after', name)}`),
    ...removed.map((name) => `<h2>${name}: gone</h2>${picture('before', name)}`),
  ];
  return `<!doctype html><meta charset="utf-8"><title>Changes since ${base}</title>${sections.join('\n')}`;
}
