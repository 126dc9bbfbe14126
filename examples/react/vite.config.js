import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const latchkey = process.env.BASE_URL ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [react()],
  // The project ID is public. It is the only variable that reaches the browser.
  envPrefix: 'PROJECT_ID',
  server: {
    host: 'localhost',
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    // The page and Latchkey share one origin, so the browser sends the session's cookie, which is SameSite=Strict.
    proxy: { '/v1': latchkey, '/v2': latchkey },
  },
});
