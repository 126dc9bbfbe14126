import { Stack } from '@mantine/core';
import type { User } from '../../../client/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { useAttributes } from '../../components/users/lookups.ts';
import { LoginIds } from './login-ids.tsx';
import { ProfileForm } from './profile-form.tsx';

/** Shows the user's profile. */
export function Profile({ user }: { user: User }) {
  const attributes = useAttributes();
  if (attributes.error) {
    return <ErrorNotice error={attributes.error} retry={() => void attributes.refetch()} />;
  }
  if (!attributes.data) return <Loading height={480} />;
  return (
    <Stack gap="lg">
      <LoginIds user={user} />
      <ProfileForm user={user} definitions={attributes.data} />
    </Stack>
  );
}
