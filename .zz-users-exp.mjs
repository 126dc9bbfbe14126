import { build, preview } from 'vite';
import react from '@vitejs/plugin-react';
const target = 'http://127.0.0.1:8061';
const opt = { target, changeOrigin: true, headers: { origin: target } };
const which = (process.env.EXP ?? '').split(',');
const exp = { name: 'exp', enforce: 'pre', transform(code, id) {
  if (which.includes('menu') && id.endsWith('parts/row-menu.tsx')) return `export function RowMenu({name}) { return <button aria-label={name}>x</button>; }`;
  if (which.includes('moment') && id.endsWith('parts/moment.tsx')) return code.replace('<Tooltip label={exact} openDelay={400}>', '<>').replace('</Tooltip>', '</>');
  if (which.includes('avatar') && id.endsWith('users/columns.tsx')) return code.replace(/<Avatar[\s\S]*?\/>/, '<i>x</i>');
  if (which.includes('check') && id.endsWith('parts/record-table.tsx')) return code.replace(/<Checkbox aria-label=\{words\.select\(nameOf[\s\S]*?\/>/, '<input type="checkbox" aria-label="x" />');
} };
await build({ configFile: '/work/main/console/vite.config.ts', plugins: [exp], logLevel: 'warn', build: { outDir: '/tmp/zzu-exp', emptyOutDir: true } });
const s = await preview({ configFile: '/work/main/console/vite.config.ts', build: { outDir: '/tmp/zzu-exp' }, preview: { host: '127.0.0.1', port: 5198, strictPort: true, proxy: { '/v1': opt, '/v2': opt } } });
console.log('up');
