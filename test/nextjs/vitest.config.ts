import { defineConfig } from 'vitest/config';

/** `npm run test:nextjs`. Not part of `npm test`: Next.js is 400 MB of packages that nothing else here needs. */
export default defineConfig({
  test: {
    include: ['test/nextjs/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
