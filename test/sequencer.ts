import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that wait long for processes and browsers, in arbitrary order. */
const long =
  /\/(test\/journeys|server\/commands)\/|\/audit\/(sealing|verify-export)\.|\/test\/every-endpoint/;

/**
 * Starts the longest files first, so that no processor is left with one of them at the end. Within each half it
 * keeps Vitest's order: by the durations of the last run, or by size without them.
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
