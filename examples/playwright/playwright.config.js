import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: '*.spec.js',
  fullyParallel: true,
  use: {
    // The browser of `npx playwright install chromium`, unless this names another one.
    launchOptions: { executablePath: process.env.CHROMIUM },
    trace: 'on-first-retry',
  },
});
