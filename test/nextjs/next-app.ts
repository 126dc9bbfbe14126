import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort, startProgram, temporaryFolder, untilReady } from '../counterparts/program.ts';

const dependencies = {
  '@descope/nextjs-sdk': '0.15.71',
  next: '16.4.6',
  react: '19.3.1',
  'react-dom': '19.3.1',
};

/** A small application as in the SDK's README: a provider, a page that shows both sides, a guarded page. */
const files = {
  'package.json': JSON.stringify({ private: true, type: 'module', dependencies }),
  'next.config.mjs': `export default { devIndicators: false };`,
  'proxy.js': `import { authMiddleware } from '@descope/nextjs-sdk/server';
export default authMiddleware({ publicRoutes: ['/', '/sign-in'], logLevel: 'error' });
export const config = { matcher: ['/', '/private', '/sign-in'] };`,
  'app/layout.js': `import { AuthProvider } from '@descope/nextjs-sdk';
const { NEXT_PUBLIC_DESCOPE_PROJECT_ID: projectId, NEXT_PUBLIC_DESCOPE_BASE_URL: baseUrl } = process.env;
export default function Layout({ children }) {
  return <html lang="en"><body>
    <AuthProvider projectId={projectId} baseUrl={baseUrl} baseStaticUrl={baseUrl + '/pages'} baseCdnUrl={baseUrl}>
      {children}
    </AuthProvider>
  </body></html>;
}`,
  'app/page.js': `import { session } from '@descope/nextjs-sdk/server';
import { State } from './state.js';
export default async function Page() {
  const current = await session();
  return <><p id="server">{current?.token.sub ?? 'nobody'}</p><State /></>;
}`,
  'app/state.js': `'use client';
import { useDescope, useSession, useUser } from '@descope/nextjs-sdk/client';
import { useEffect } from 'react';
export function State() {
  const { isAuthenticated, isSessionLoading } = useSession();
  const { user } = useUser();
  const sdk = useDescope();
  useEffect(() => { window.sdk = sdk; }, [sdk]);
  const state = isAuthenticated ? 'signed in as ' + user?.name : 'signed out';
  return <p id="client">{isSessionLoading ? 'loading' : state}</p>;
}`,
  'app/flow/page.js': `import { Descope } from '@descope/nextjs-sdk';
export default function Page() { return <Descope flowId="sign-up-or-in" redirectAfterSuccess="/" />; }`,
  'app/private/page.js': `export default function Page() { return <p id="server">private</p>; }`,
  'app/sign-in/page.js': `export default function Page() { return <p id="server">sign in here</p>; }`,
};

export interface NextApp {
  url: string;
  stop(): Promise<void>;
}

/** Installs, builds and serves Next.js with the unmodified @descope/nextjs-sdk: half a minute on a free core. */
export async function startNextApp(projectId: string, baseUrl: string): Promise<NextApp> {
  const folder = temporaryFolder('next');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const next = `"${process.execPath}" node_modules/next/dist/bin/next`;
  const program = startProgram('sh', ['-c', `${next} build && exec ${next} start -H localhost -p ${port}`], {
    folder,
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      NEXT_PUBLIC_DESCOPE_PROJECT_ID: projectId,
      NEXT_PUBLIC_DESCOPE_BASE_URL: baseUrl,
    },
  });
  const answers = () =>
    fetch(`${url}/sign-in`).then(
      ({ ok }) => ok,
      () => false,
    );
  await untilReady('Next.js', program, answers, 180);
  return { url, stop: () => program.stop() };
}
