import { defineConfig } from 'vitest/config';

/** `npm run test:scim`. Not part of `npm test`: it needs packages of Python. TEST_DATABASE=postgres chooses the other engine. */
export default defineConfig({
  test: {
    include: ['test/scim/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
