import { defineConfig } from 'vitest/config';

/** `npm run test:examples`. Not part of `npm test`: it installs frameworks that nothing else here needs. */
export default defineConfig({
  test: {
    include: ['test/examples/**/*.test.ts'],
    // Installing and building take most of the time.
    testTimeout: 600_000,
    fileParallelism: false,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
