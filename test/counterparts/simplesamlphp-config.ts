import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const entityId = 'urn:latchkey:test:simplesamlphp';

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

const keyFiles = { privatekey: 'key.pem', certificate: 'cert.pem' };

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

const users = {
  'alice:alicepw': {
    uid: ['alice'],
    email: ['alice@corp.example'],
    displayName: ['Alice Archer'],
    groups: ['admins', 'sales'],
  },
  'bob:bobpw': { uid: ['bob'], email: ['bob@corp.example'], displayName: ['Bob Baker'], groups: ['support'] },
};

/** Writes the folder that makes one installation of SimpleSAMLphp a separate identity provider. */
export function writeConfiguration(folder: string, origin: string): void {
  writeInstallation(folder, origin, {
    'enable.saml20-idp': true,
    'module.enable': { exampleauth: true, core: true, saml: true },
    'metadata.sources': [{ type: 'flatfile' }],
  });
  mkdirSync(join(folder, 'metadata/sp'), { recursive: true });
  writePhp(join(folder, 'config', 'authsources.php'), 'config', {
    users: { 0: 'exampleauth:UserPass', ...users },
  });
  writePhp(join(folder, 'metadata', 'saml20-idp-hosted.php'), `metadata['${entityId}']`, {
    host: '__DEFAULT__',
    ...keyFiles,
    auth: 'users',
    'signature.algorithm': rsaSha256,
    'saml20.sign.assertion': true,
    'saml20.sign.response': true,
    authproc: { 3: { class: 'saml:AttributeNameID', attribute: 'email', Format: emailFormat } },
  });
  // One file per service provider: tests in several processes register theirs at the same time.
  writeFileSync(
    join(folder, 'metadata', 'saml20-sp-remote.php'),
    `<?php
foreach (glob(__DIR__ . '/sp/*.json') as $file) {
    $provider = json_decode(file_get_contents($file), true);
    $metadata[$provider['entityid']] = $provider;
}
`,
  );
}

/** Two service providers, `redirect` and `post`, named by the binding that they use. */
export const spBindings = ['redirect', 'post'] as const;

/**
 * Writes the folder that makes one installation two service providers, which sign their messages and want encrypted assertions. They know the
 * identity provider by its metadata, in which each of them finds its own binding only.
 */
export function writeServiceProviders(
  folder: string,
  origin: string,
  idps: Record<(typeof spBindings)[number], { entityId: string; metadata: string }>,
): void {
  const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-';
  for (const binding of spBindings)
    writeFileSync(join(folder, `${binding}.xml`), onlyWith(binding, idps[binding].metadata));
  writeInstallation(folder, origin, {
    'module.enable': { core: true, saml: true },
    'metadata.sources': spBindings.map((binding) => ({ type: 'xml', file: join(folder, `${binding}.xml`) })),
  });
  const source = (binding: (typeof spBindings)[number]) => ({
    0: 'saml:SP',
    idp: idps[binding].entityId,
    ...keyFiles,
    'sign.authnrequest': true,
    'sign.logout': true,
    'redirect.sign': true,
    'redirect.validate': true,
    'assertion.encryption': true,
    'signature.algorithm': rsaSha256,
    SingleLogoutServiceBinding: [`${bindings}${binding === 'post' ? 'POST' : 'Redirect'}`],
    NameIDPolicy: {
      Format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      AllowCreate: true,
    },
  });
  writePhp(join(folder, 'config', 'authsources.php'), 'config', {
    redirect: source('redirect'),
    post: source('post'),
  });
}

/** Leaves the services of the other binding out of metadata. */
function onlyWith(binding: (typeof spBindings)[number], metadata: string): string {
  const other = binding === 'post' ? 'HTTP-Redirect' : 'HTTP-POST';
  return metadata.replace(
    new RegExp(`<md:(Single\\w+Service) Binding="[^"]*:${other}"[^>]*></md:\\1>`, 'g'),
    '',
  );
}

function writeInstallation(folder: string, origin: string, settings: object): void {
  for (const name of ['config', 'metadata', 'cert', 'data', 'log', 'tmp', 'sessions', 'root'])
    mkdirSync(join(folder, name), { recursive: true });
  symlinkSync('/usr/share/simplesamlphp/www', join(folder, 'root', 'simplesaml'));
  writePhp(join(folder, 'config', 'config.php'), 'config', {
    baseurlpath: `${origin}/simplesaml/`,
    certdir: join(folder, 'cert/'),
    loggingdir: join(folder, 'log/'),
    datadir: join(folder, 'data/'),
    tempdir: join(folder, 'tmp'),
    metadatadir: join(folder, 'metadata'),
    secretsalt: 'only-for-tests',
    'auth.adminpassword': 'only-for-tests',
    'session.cookie.secure': false,
    'session.cookie.samesite': null,
    'language.cookie.secure': false,
    'store.type': 'phpsession',
    'logging.handler': 'file',
    timezone: 'UTC',
    ...settings,
  });
  const subject = ['-days', '2', '-subj', '/CN=simplesamlphp test'];
  const files = [
    '-keyout',
    join(folder, 'cert', keyFiles.privatekey),
    '-out',
    join(folder, 'cert', keyFiles.certificate),
  ];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-sha256', '-nodes', ...subject, ...files],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
}

/** Writes a file that sets one variable; the value travels as JSON inside a PHP string literal. */
function writePhp(file: string, variable: string, value: unknown): void {
  const literal = JSON.stringify(value).replace(/[\\']/g, '\\$&');
  writeFileSync(file, `<?php\n$${variable} = json_decode('${literal}', true);\n`);
}
