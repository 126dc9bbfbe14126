import { defineConfig } from 'vitest/config';

/** `npm run test:components`. Not part of `npm test`: it downloads packages of the vendor and bundles applications with them. */
export default defineConfig({
  test: {
    include: ['test/components/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
