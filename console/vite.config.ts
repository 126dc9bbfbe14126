import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` has the server, whose API the console's own development server passes on. */
const serverUrl = 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // Every file is one that the server answers by name: a data URL would need a hole in the policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
  },
  // The server puts a new one into each page (`server/http/console.ts`).
  html: { cspNonce: '{{nonce}}' },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(['/v1', '/v2', '/dev', '/login'].map((path) => [path, { target: serverUrl }])),
  },
});
