import { createHash } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startProgram, temporaryFolder, untilReady } from './program.ts';
import { entityId, writeConfiguration } from './simplesamlphp-config.ts';

export interface ServiceProvider {
  entityId: string;
  acsUrl: string;
  /** PEM or bare base64; needed to check signed requests and to encrypt. */
  certificate?: string;
  /** Refuse requests that are unsigned or signed with another key. */
  validateAuthnRequest?: boolean;
  /** RSA-OAEP with AES-128-CBC: this version has no setting for another algorithm. */
  encryptAssertion?: boolean;
  singleLogoutUrl?: string;
}

/** An identity provider with the users alice (password alicepw) and bob (bobpw). */
export interface SimpleSaml {
  baseUrl: string;
  entityId: string;
  metadataUrl: string;
  singleSignOnUrl: string;
  metadata(): Promise<string>;
  /** Takes effect at once; a repeated entity ID replaces the earlier registration. */
  registerServiceProvider(provider: ServiceProvider): void;
  stop(): Promise<void>;
}

/** The data that another process needs to use a running one. */
interface Instance {
  baseUrl: string;
  folder: string;
}

/** Starts a separate SimpleSAMLphp, or returns that of the whole test run, which `stop` leaves running. */
export async function startSimpleSaml(): Promise<SimpleSaml> {
  const shared = process.env['TEST_SIMPLESAML'];
  if (shared) return describe(JSON.parse(shared) as Instance, async () => {});
  const { instance, stop } = await startSimpleSamlServer();
  return describe(instance, stop);
}

/**
 * Starts one for the test run: `instance` as JSON in the variable TEST_SIMPLESAML makes every `startSimpleSaml`
 * share it.
 */
export async function startSimpleSamlServer(): Promise<{ instance: Instance; stop(): Promise<void> }> {
  const { stop, ...instance } = await startInstallation('/saml2/idp/metadata.php', writeConfiguration);
  return { instance, stop };
}

/** Starts an installation in a folder of its own, which `write` fills, and waits until `path` answers. */
export async function startInstallation(
  path: string,
  write: (folder: string, origin: string) => void,
): Promise<Instance & { stop(): Promise<void> }> {
  if (!existsSync('/usr/share/simplesamlphp/www'))
    throw new Error('no SimpleSAMLphp: apt-get install simplesamlphp');
  const folder = temporaryFolder('simplesamlphp');
  const address = `127.0.0.1:${await freePort()}`;
  const baseUrl = `http://${address}/simplesaml`;
  write(folder, `http://${address}`);
  const program = startProgram(
    'php',
    ['-d', `session.save_path=${join(folder, 'sessions')}`, '-S', address, '-t', join(folder, 'root')],
    { folder, env: { SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config') } },
  );
  await untilReady('SimpleSAMLphp', program, () => answers(`${baseUrl}${path}`));
  return { baseUrl, folder, stop: () => program.stop() };
}

function describe({ baseUrl, folder }: Instance, stop: () => Promise<void>): SimpleSaml {
  const metadataUrl = `${baseUrl}/saml2/idp/metadata.php`;
  return {
    baseUrl,
    entityId,
    metadataUrl,
    singleSignOnUrl: `${baseUrl}/saml2/idp/SSOService.php`,
    async metadata() {
      const response = await fetch(metadataUrl);
      if (!response.ok)
        throw new Error(`metadata of SimpleSAMLphp: ${response.status} ${await response.text()}`);
      return response.text();
    },
    registerServiceProvider: (provider) => register(folder, provider),
    stop,
  };
}

function register(folder: string, provider: ServiceProvider): void {
  const name = createHash('sha256').update(provider.entityId).digest('hex').slice(0, 32);
  const file = join(folder, 'metadata', 'sp', `${name}.json`);
  const entry = {
    entityid: provider.entityId,
    AssertionConsumerService: provider.acsUrl,
    SingleLogoutService: provider.singleLogoutUrl,
    NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    certData: provider.certificate?.replace(/-----[A-Z ]+-----|\s/g, ''),
    'validate.authnrequest': provider.validateAuthnRequest ?? false,
    'assertion.encryption': provider.encryptAssertion ?? false,
  };
  // Renamed into place, because a request may read the folder at any moment.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(entry));
  renameSync(`${file}.${process.pid}`, file);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
