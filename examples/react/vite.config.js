import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const latchkey = process.env.BASE_URL ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [react()],
  // The project ID is public, and the only variable that reaches the browser.
  envPrefix: 'PROJECT_ID',
  server: {
    host: 'localhost',
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    // One origin for the page and Latchkey: the browser then sends the session's cookie, which is SameSite=Strict.
    proxy: { '/v1': latchkey, '/v2': latchkey },
  },
});
