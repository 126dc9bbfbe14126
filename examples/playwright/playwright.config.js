import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: '*.spec.js',
  fullyParallel: true,
  use: {
    // The browser that `npx playwright install chromium` installs, unless this variable names another one.
    launchOptions: { executablePath: process.env.CHROMIUM },
    trace: 'on-first-retry',
  },
});
