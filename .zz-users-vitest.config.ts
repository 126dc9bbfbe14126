import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { include: ['console/**/*.test.ts'] } });
