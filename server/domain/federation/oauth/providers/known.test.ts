import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownProviders as inConsole } from '../../../../../console/components/providers/known.ts';
import { knownProviders } from './known.ts';

test('the console offers exactly the providers that the server knows', () => {
  const facts = [...knownProviders].map(([id, { title, protocol, scopes, issuer, authentication }]) => ({
    id,
    title,
    protocol,
    scopes,
    authentication,
    ...(protocol === 'oidc' && { issuer }),
  }));
  const shown = inConsole.map(({ hasOwnServers: _, registerAt: __, hasDarkLogo: ___, ...rest }) => rest);
  expect(shown).toEqual(facts);
});

test('every provider has a logo, and the console knows which ones have a second for dark backgrounds', () => {
  const has = (name: string) =>
    existsSync(new URL(`../../../../http/provider-logos/${name}.svg`, import.meta.url));
  expect([...knownProviders.keys()].filter((id) => !has(id))).toEqual([]);
  const dark = inConsole.filter(({ hasDarkLogo }) => hasDarkLogo).map(({ id }) => id);
  expect([...knownProviders.keys()].filter((id) => has(`${id}-dark`))).toEqual(dark);
});
