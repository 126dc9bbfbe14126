import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';

/** Installs the vendor's SDK for React, or its component for Vue, and bundles the application next to it. Costs half a minute the first time. */
export async function bundleApplication(framework: 'react' | 'vue'): Promise<string> {
  const folder = join(import.meta.dirname, framework);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  });
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    resolve: { alias: { '@fingerprintjs/fingerprintjs-pro': join(folder, 'no-fingerprints.js') } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      rolldownOptions: { input: join(folder, 'main.js'), output: { codeSplitting: false } },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const script = outputs.find((one) => one.type === 'chunk');
  if (script?.type !== 'chunk') throw new Error('the bundle has no script');
  return script.code;
}
