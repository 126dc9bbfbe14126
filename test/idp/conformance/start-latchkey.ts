import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Certificate } from '../../counterparts/certificate.ts';
import { freePort, startProgram, temporaryFolder, untilReady } from '../../counterparts/program.ts';
import type { TestedLatchkey } from './tested-latchkey.ts';
import { startTlsProxy } from './tls-proxy.ts';

const projectId = `P${'2'.repeat(27)}`;
const managementKey = `K${randomBytes(24).toString('hex')}`;

/** Starts a Latchkey as an operator does, in production mode behind TLS. It may reach the suite on this machine. */
export async function startTestedLatchkey(
  certificate: Certificate,
): Promise<TestedLatchkey & { stop(): Promise<void> }> {
  const proxy = await startTlsProxy(certificate);
  const port = await freePort();
  proxy.forwardTo(port);
  const folder = temporaryFolder('testedlatchkey');
  const trusted = join(folder, 'cert.pem');
  writeFileSync(trusted, certificate.cert);
  const program = startProgram(process.execPath, [resolve('server/main.ts'), 'serve'], {
    folder,
    env: {
      PORT: String(port),
      LATCHKEY_BASE_URL: proxy.url,
      LATCHKEY_DATA_DIR: folder,
      LATCHKEY_PROJECT_ID: projectId,
      LATCHKEY_MANAGEMENT_KEY: managementKey,
      LATCHKEY_MODE: 'production',
      LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64'),
      LATCHKEY_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8,::1,localhost',
      NODE_EXTRA_CA_CERTS: trusted,
    },
  });
  const isReady = async () => (await fetch(`${proxy.url}/readyz`).catch(() => undefined))?.ok === true;
  await untilReady('Latchkey', program, isReady);
  return {
    url: proxy.url,
    projectId,
    managementKey,
    async stop() {
      await program.stop();
      await proxy.close();
    },
  };
}
