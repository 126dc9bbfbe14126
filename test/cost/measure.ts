import { afterAll, afterEach, beforeEach } from 'vitest';
import { startCost } from './cost.ts';
import { startProfile } from './profile.ts';

// A set-up file: vitest evaluates it before each test file. What it measures goes with the results to the reporter.

const costOfFile = startCost();
const profile = process.env['TEST_PROFILE'] ? await startProfile() : undefined;

let costOfTest = startCost();
beforeEach(() => {
  costOfTest = startCost();
});
afterEach(({ task }) => {
  task.meta.cost = costOfTest();
});
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern.
afterAll(async ({}, { file }) => {
  file.meta.cost = costOfFile();
  if (profile) file.meta.work = await profile();
});
