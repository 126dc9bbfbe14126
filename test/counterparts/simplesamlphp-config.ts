import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const entityId = 'urn:latchkey:test:simplesamlphp';

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
  for (const name of ['config', 'metadata/sp', 'cert', 'data', 'log', 'tmp', 'sessions', 'root']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
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
    'enable.saml20-idp': true,
    'module.enable': { exampleauth: true, core: true, saml: true },
    'session.cookie.secure': false,
    'session.cookie.samesite': null,
    'language.cookie.secure': false,
    'store.type': 'phpsession',
    'logging.handler': 'file',
    timezone: 'UTC',
    'metadata.sources': [{ type: 'flatfile' }],
  });
  writePhp(join(folder, 'config', 'authsources.php'), 'config', {
    users: { 0: 'exampleauth:UserPass', ...users },
  });
  writePhp(join(folder, 'metadata', 'saml20-idp-hosted.php'), `metadata['${entityId}']`, {
    host: '__DEFAULT__',
    privatekey: 'idp.pem',
    certificate: 'idp.crt',
    auth: 'users',
    'signature.algorithm': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
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
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-sha256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=simplesamlphp test',
    ].concat(['-keyout', join(folder, 'cert', 'idp.pem'), '-out', join(folder, 'cert', 'idp.crt')]),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
}

/** Writes a file that sets one variable; the value travels as JSON inside a PHP string literal. */
function writePhp(file: string, variable: string, value: unknown): void {
  const literal = JSON.stringify(value).replace(/[\\']/g, '\\$&');
  writeFileSync(file, `<?php\n$${variable} = json_decode('${literal}', true);\n`);
}
