import { defineConfig } from 'vitest/config';

/** `npm run test:idp`. Not part of `npm test`: it needs Debian packages and downloads that nothing else needs. */
export default defineConfig({
  test: {
    include: ['test/idp/**/*.test.ts'],
    globalSetup: ['test/idp/install.ts', 'test/global-setup.ts'],
    // Each counterpart is a server of its own.
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
