import { defineConfig } from 'vitest/config';

/**
 * `npm run test:scim` and `npm run test:provisioning`. No part of `npm test`: the first one needs packages of Python, the second one takes
 * minutes. TEST_DATABASE=postgres chooses the other engine.
 */
export default defineConfig({
  test: {
    include: ['test/scim/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    // A whole directory on a busy machine.
    testTimeout: 3_600_000,
    hookTimeout: 240_000,
  },
});
