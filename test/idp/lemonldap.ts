import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCertifiedKey } from '../../server/protocols/saml/self-signed.ts';
import {
  freePort,
  type Program,
  startProgram,
  temporaryFolder,
  untilReady,
} from '../counterparts/program.ts';

const portal = '/usr/share/lemonldap-ng/portal/htdocs/index.psgi';

/** One of the users of its module Demo; their passwords are their names. */
export const demoUser = {
  username: 'rtyler',
  name: 'Rose Tyler',
  email: 'rtyler@badwolf.org',
  groups: ['earthlings', 'users'],
};

/** An application in the configuration of LemonLDAP::NG. */
interface Applications {
  /** The metadata of a service provider. */
  saml: { name: string; metadata: string; encrypts: boolean }[];
  oidc: { clientId: string; secret: string; callbackUrl: string; algorithm: string }[];
}

export interface LemonLdap {
  url: string;
  /** Its output, for failed tests. */
  log(): string;
  stop(): Promise<void>;
}

/** Starts the portal of Debian's LemonLDAP::NG as an identity provider, on the address that it was told to the applications by. */
export async function startLemonLdap(url: string, applications: Applications): Promise<LemonLdap> {
  const folder = temporaryFolder('lemonldap');
  for (const name of ['conf', 'sessions', 'locks', 'cache']) mkdirSync(join(folder, name));
  const key = await createCertifiedKey('lemonldap', Date.now());
  const configuration = await configurationOf(url, folder, key, applications);
  writeFileSync(join(folder, 'conf/lmConf-1.json'), JSON.stringify(configuration));
  writeFileSync(
    join(folder, 'lemonldap-ng.ini'),
    `[all]
logLevel = info
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'configuration', 'cache_root' => '${folder}/cache', 'cache_depth' => 0 }
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`,
  );
  const { hostname, port } = new URL(url);
  const args = ['--host', hostname, '--port', port, '--no-default-middleware', portal];
  const program: Program = startProgram('plackup', args, {
    folder,
    env: { LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
  });
  await untilReady(
    'LemonLDAP::NG',
    program,
    async () => (await fetch(url).catch(() => undefined))?.status !== undefined,
  );
  return { url, log: () => program.output(), stop: () => program.stop() };
}

export async function newLemonLdapUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

async function configurationOf(
  url: string,
  folder: string,
  { privateKeyPem, certificatePem }: { privateKeyPem: string; certificatePem: string },
  { saml, oidc }: Applications,
) {
  const samlEach = <T>(valueFrom: (one: Applications['saml'][number]) => T) =>
    Object.fromEntries(saml.map((one) => [one.name, valueFrom(one)]));
  const oidcEach = <T>(valueFrom: (one: Applications['oidc'][number]) => T) =>
    Object.fromEntries(oidc.map((one) => [one.clientId, valueFrom(one)]));
  return {
    cfgNum: 1,
    cfgDate: 1_627_287_638,
    cfgVersion: '2.16.1',
    portal: `${url}/`,
    domain: '127.0.0.1',
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    registerDB: 'Null',
    portalDisplayRegister: 0,
    portalDisplayResetPassword: 0,
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    whatToTrace: 'uid',
    cookieName: 'lemonldap',
    securedCookie: 0,
    key: 'only for tests',
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: {
      Directory: `${folder}/sessions`,
      LockDirectory: `${folder}/locks`,
      generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
    },
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { cache_root: `${folder}/cache`, namespace: 'sessions', cache_depth: 0 },
    locationRules: {},
    exportedHeaders: {},
    issuerDBSAMLActivation: 1,
    samlServicePrivateKeySig: privateKeyPem,
    samlServicePublicKeySig: certificatePem,
    samlServiceSignatureMethod: 'RSA_SHA256',
    samlServiceUseCertificateInResponse: 1,
    samlNameIDFormatMapEmail: 'mail',
    samlSPMetaDataXML: samlEach(({ metadata }) => ({ samlSPMetaDataXML: metadata })),
    samlSPMetaDataOptions: samlEach(({ encrypts }) => ({
      samlSPMetaDataOptionsNameIDFormat: 'email',
      samlSPMetaDataOptionsSignSSOMessage: 1,
      samlSPMetaDataOptionsCheckSSOMessageSignature: 1,
      samlSPMetaDataOptionsEncryptionMode: encrypts ? 'assertion' : 'none',
    })),
    samlSPMetaDataExportedAttributes: samlEach(() => ({
      cn: '0;cn;urn:oasis:names:tc:SAML:2.0:attrname-format:basic;cn',
      mail: '0;mail;urn:oasis:names:tc:SAML:2.0:attrname-format:basic;mail',
      groups: '0;groups;urn:oasis:names:tc:SAML:2.0:attrname-format:basic;groups',
    })),
    issuerDBOpenIDConnectActivation: 1,
    oidcServicePrivateKeySig: privateKeyPem,
    oidcServicePublicKeySig: certificatePem,
    oidcServiceKeyIdSig: 'key-1',
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcRPMetaDataExportedVars: oidcEach(() => ({
      email: 'mail',
      name: 'cn',
      groups: 'groups;string;always',
    })),
    oidcRPMetaDataOptionsExtraClaims: oidcEach(() => ({ profile: 'name groups' })),
    oidcRPMetaDataOptions: oidcEach(({ clientId, secret, callbackUrl, algorithm }) => ({
      oidcRPMetaDataOptionsClientID: clientId,
      oidcRPMetaDataOptionsClientSecret: secret,
      oidcRPMetaDataOptionsRedirectUris: callbackUrl,
      oidcRPMetaDataOptionsIDTokenSignAlg: algorithm,
      oidcRPMetaDataOptionsBypassConsent: 1,
      oidcRPMetaDataOptionsUserIDAttr: 'uid',
    })),
  };
}
