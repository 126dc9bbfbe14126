import { createServer } from 'vite';
const target = 'http://127.0.0.1:8061';
const opt = { target, changeOrigin: true, headers: { origin: target } };
const s = await createServer({ configFile: '/work/main/console/vite.config.ts', cacheDir: '/tmp/users-vite-cache', server: { host: '127.0.0.1', port: 5199, strictPort: true, hmr: false, proxy: { '/v1': opt, '/v2': opt } } });
await s.listen();
console.log('up');
