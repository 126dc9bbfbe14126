import { execFileSync } from 'node:child_process';

export interface Change {
  /** The commit to which the files were compared. */
  since: string;
  /** Changed, new and deleted files, from the root of the project. */
  files: string[];
}

/**
 * Returns the files that differ from a commit, committed or not, except those that git ignores. Without a commit: from
 * the one where this branch left the main branch.
 */
export function readChange(since: string | undefined): Change {
  const commit = since === undefined ? leftMainBranchAt() : nameOf(since);
  if (commit === undefined)
    throw new Error(`--since must name a commit, and git knows none called "${since}".`);
  // A renamed file is a deleted one and a new one: tests can still be beside the old place.
  const tracked = git('diff', '--name-only', '--no-renames', '-z', commit, '--').split('\0');
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z').split('\0');
  return { since: commit, files: [...tracked, ...untracked].filter((path) => path !== '').sort() };
}

function leftMainBranchAt(): string {
  const main = nameOf('origin/main') ?? nameOf('main') ?? 'HEAD';
  return git('merge-base', 'HEAD', main).trim();
}

function nameOf(commit: string): string | undefined {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`).trim();
  } catch {
    return undefined;
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
