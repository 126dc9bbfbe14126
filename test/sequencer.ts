import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that wait long for processes and browsers, in no order of their own. */
const long =
  /\/(test\/journeys|server\/commands)\/|\/audit\/(sealing|verify-export)\.|\/test\/every-endpoint/;

/**
 * Starts with the files that take longest, so that no processor is left with one of them at the end. Within each
 * half Vitest's own order: by the durations of the last run, or by size where there was none.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [first, rest] = [true, false].map((wanted) =>
      sorted.filter(({ moduleId }) => long.test(moduleId) === wanted),
    );
    return [...(first ?? []), ...(rest ?? [])];
  }
}
