import { expect, test } from 'vitest';
import { knownProviders as inConsole } from '../../../../../console/screens/providers/known.ts';
import { knownProviders } from './known.ts';

test('the console offers exactly the providers that the server knows', () => {
  const facts = [...knownProviders].map(([id, { title, protocol, scopes, issuer, authentication }]) => ({
    ...{ id, title, protocol, scopes, authentication },
    ...(protocol === 'oidc' && { issuer }),
  }));
  const shown = inConsole.map(({ hasOwnServers: _, registerAt: __, ...rest }) => rest);
  expect(shown).toEqual(facts);
});
