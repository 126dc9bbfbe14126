import { defineConfig } from 'vitest/config';

/** Part of `npm run check:sdks`. Not part of `npm test`: it fetches the newest SDKs, and needs Python, Go, Java and Maven. */
export default defineConfig({
  test: {
    include: ['test/sdks/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 900_000,
  },
});
