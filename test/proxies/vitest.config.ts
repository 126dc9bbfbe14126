import { defineConfig } from 'vitest/config';

/** `npm run test:proxies`. Not part of `npm test`: it needs Debian packages that nothing else needs. */
export default defineConfig({
  test: {
    include: ['test/proxies/**/*.test.ts'],
    globalSetup: 'test/proxies/install.ts',
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
