import { Stack } from '@mantine/core';
import type { User } from '../../../client/client.ts';
import { Authenticator } from './authenticator.tsx';
import { EmbeddedLink } from './embedded-link.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Providers } from './providers.tsx';
import { TestSignIn } from './test-sign-in.tsx';
import { TrustedDevices } from './trusted-devices.tsx';

/** Shows the user's credentials. */
export function Credentials({ user }: { user: User }) {
  return (
    <Stack gap="lg">
      <Password user={user} />
      <Authenticator user={user} />
      <Passkeys user={user} />
      <Providers user={user} />
      <TrustedDevices user={user} />
      <EmbeddedLink user={user} />
      {user.test && <TestSignIn user={user} />}
    </Stack>
  );
}
