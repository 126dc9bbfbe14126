import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server of `npm run dev`. The console's development server proxies API calls to it. */
const serverUrl = 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // The first versions with `light-dark()`, of May 2024.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The server serves each file by name. A data URL would weaken the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    license: { fileName: 'licenses.json' },
    chunkSizeWarningLimit: 800,
  },
  // The server replaces this with a new nonce in each response (`server/http/console.ts`).
  html: { cspNonce: '{{nonce}}' },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/assets', '/v1', '/v2', '/dev', '/login', '/npm', '/pages'].map((path) => [
        path,
        { target: serverUrl },
      ]),
    ),
  },
});
