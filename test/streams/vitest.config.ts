import { defineConfig } from 'vitest/config';

/** `npm run test:streams`. Not part of `npm test`: it needs a Debian package that nothing else needs. */
export default defineConfig({
  test: {
    include: ['test/streams/**/*.test.ts'],
    globalSetup: 'test/streams/install.ts',
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
