import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptySettings as emptyApplication } from '../server/domain/directory/applications/sso/sso-app.ts';
import { emptySettings as emptyConnection } from '../server/domain/federation/sso/connection.ts';
import { emptyOidc } from '../server/domain/federation/sso/oidc/settings.ts';

/**
 * Every setting that an administrator can store is read by something that is not about storing it: a field that is accepted and has no
 * effect is a promise that is not kept. WS-Federation applications are stored only. A word that also has other uses can pass without being read.
 */

/** Settings without an effect, with the reason. */
const withoutEffect: Record<string, string> = {
  jwtBearerDisabled: 'the grant is not supported, so it is disabled in any case',
  jwtBearerSettings: 'refused unless it is empty',
  defaultSignatureAlgorithm: 'every assertion is signed with SHA-256, and no other value is accepted',
};

/** Settings that are read by the files beside their types. */
const readBesideType: Record<string, string> = {
  hasNoCertificate: 'decides whether a certificate is required',
  spAcsUrl: 'serviceProviderOf',
  oidcRedirectUrl: 'redirectUrlOf',
};

/** Files that describe, validate, store, load or export settings. */
const plumbing = new Set(
  (
    'input sso-app read-settings check-client change-app create-app load-app settings connection connection-file snapshot-part ' +
    'snapshot-parts tenant-file later-fields details oidc configure-oidc configure-provider restore-connection english german'
  ).split(' '),
);

function isPlumbing(path: string): boolean {
  const name = path.split('/').at(-1)?.replace('.ts', '') ?? '';
  return plumbing.has(name) || name.startsWith('wire') || name.startsWith('endpoints');
}

const root = new URL('../server/', import.meta.url);
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !isPlumbing(name))
  .filter((name) => !name.startsWith('storage/migrations') && !name.startsWith('core/languages'));
const words = new Set(files.flatMap((name) => readFileSync(new URL(name, root), 'utf8').match(/\w+/g) ?? []));

test.each([
  ['OpenID Connect application', emptyApplication.oidc],
  ['SAML application', emptyApplication.saml],
  ['SSO connection', emptyConnection],
  ['OpenID provider of an SSO connection', emptyOidc],
])('every setting of an %s is read', (_, settings) => {
  const unread = Object.keys(settings).filter(
    (name) => !words.has(name) && !withoutEffect[name] && !readBesideType[name],
  );
  expect(unread).toEqual([]);
});
