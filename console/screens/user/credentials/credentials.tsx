import { Stack } from '@mantine/core';
import type { User } from '../../../../client/client.ts';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Loading } from '../../../components/loading.tsx';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { Section } from '../../../components/users/section.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { useSignInSummary } from '../use-sign-in-summary.ts';
import { Authenticator } from './authenticator.tsx';
import { EmbeddedLink } from './embedded-link.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TestSignIn } from './test-sign-in.tsx';
import { TrustedDevices } from './trusted-devices.tsx';

/** Shows what the user signs in with, and what an administrator can do about it. */
export function Credentials({ user }: { user: User }) {
  const messages = useMessages(credentialMessages);
  const summary = useSignInSummary(user.userId);
  if (summary.error) return <ErrorNotice error={summary.error} retry={() => void summary.refetch()} />;
  if (!summary.data) return <Loading height={480} />;
  const { password, totp, passkeys, recoveryCodes, trustedDevices } = summary.data;
  return (
    <Stack gap="lg">
      <Section title={messages.title} lead={messages.lead} isFlush>
        <ul className="item-list">
          <Password user={user} password={password} />
          <Passkeys user={user} passkeys={passkeys} />
          <Authenticator user={user} totp={totp} />
          <RecoveryCodes user={user} codes={recoveryCodes} />
          <LinkedAccounts user={user} />
          <TrustedDevices user={user} devices={trustedDevices} />
        </ul>
      </Section>
      <Section title={messages.help} isFlush>
        <ul className="item-list">
          <EmbeddedLink user={user} />
        </ul>
      </Section>
      {user.test && <TestSignIn user={user} />}
    </Stack>
  );
}
