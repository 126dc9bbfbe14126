import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import type { Certificate } from '../../counterparts/certificate.ts';
import { freePort, startProgram, temporaryFolder, untilReady } from '../../counterparts/program.ts';
import { Suite } from './suite.ts';
import { startTlsProxy } from './tls-proxy.ts';

/** Starts the suite that `build-suite.sh` has built in `home`, with a database in memory and TLS in front. */
export async function startSuite(
  home: string,
  certificate: Certificate,
): Promise<{ suite: Suite; stop(): Promise<void> }> {
  const jar = join(home, 'target/fapi-test-suite.jar');
  if (!existsSync(jar))
    throw new Error(`OPENID_SUITE: no ${jar}. Run test/idp/conformance/build-suite.sh there`);
  const proxy = await startTlsProxy(certificate);
  const [databasePort, port] = [await freePort(), await freePort()];
  proxy.forwardTo(port);
  const database = startProgram(
    'java',
    [
      ...['-Xmx256m', '-cp', join(home, 'mongo/libs/*')],
      ...[resolve('test/idp/conformance/SuiteDatabase.java'), String(databasePort)],
    ],
    { folder: temporaryFolder('suitedatabase') },
  );
  await untilReady('the database of the suite', database, () => answersOn(databasePort));
  const program = startProgram(
    'java',
    [
      ...['-Xmx900m', '-XX:TieredStopAtLevel=1', '-Djdk.tls.maxHandshakeMessageSize=65536', '-jar', jar],
      // In development mode the suite asks nobody to sign in at its own pages.
      ...['--spring.profiles.active=dev', '--server.address=127.0.0.1', `--server.port=${port}`],
      ...[`--fintechlabs.base_url=${proxy.url}`, `--fintechlabs.base_mtls_url=${proxy.url}`],
      `--spring.data.mongodb.uri=mongodb://127.0.0.1:${databasePort}/test_suite`,
      '--openid.mongodb.targetFeatureCompatibilityVersion=',
      ...['gitlab', 'google'].flatMap(withoutDiscovery),
    ],
    { folder: temporaryFolder('openidsuite') },
  );
  const suite = new Suite(proxy.url);
  const isReady = async () => {
    const answer = await fetch(`${proxy.url}/api/server`).catch(() => undefined);
    return answer?.ok === true;
  };
  await untilReady('the suite', program, isReady, 400);
  return {
    suite,
    async stop() {
      await program.stop();
      await database.stop();
      await proxy.close();
    },
  };
}

/** With addresses of their own, the suite does not ask the providers of its users for them when it starts. */
function withoutDiscovery(provider: string): string[] {
  const prefix = `--spring.security.oauth2.client.provider.${provider}`;
  const addresses = ['authorization-uri', 'token-uri', 'jwk-set-uri', 'user-info-uri'];
  return [
    ...addresses.map((name) => `${prefix}.${name}=https://${provider}.invalid/x`),
    `${prefix}.issuerUri=`,
  ];
}

function answersOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
