import { needsOf } from './needs.ts';

/** The time of the workers that the tests may take together: a good half minute on two cores. */
const limitSeconds = 150;

/**
 * Chooses the tests of `npm run test:quick`: of those that start no program, the shortest ones, so that most files
 * have a part in it. The long ones are matrices and loops over everything.
 */
export function chooseQuickFiles(files: readonly string[], secondsOf: (file: string) => number): string[] {
  const own = files.filter((file) => !needsOf(file).startsProcesses && needsOf(file).programs.size === 0);
  let seconds = 0;
  return own
    .toSorted((a, b) => secondsOf(a) - secondsOf(b))
    .filter((file) => {
      seconds += secondsOf(file);
      return seconds <= limitSeconds;
    });
}
