import { build, preview } from 'vite';
const target = 'http://127.0.0.1:8061';
const opt = { target, changeOrigin: true, headers: { origin: target } };
await build({ configFile: '/work/main/console/vite.config.ts', logLevel: 'warn', build: { outDir: '/tmp/zzu-dist', emptyOutDir: true } });
const s = await preview({ configFile: '/work/main/console/vite.config.ts', build: { outDir: '/tmp/zzu-dist' }, preview: { host: '127.0.0.1', port: 5199, strictPort: true, proxy: { '/v1': opt, '/v2': opt } } });
console.log('up');
