import type { PasswordSettings } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { merge } from '../../api/merge.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import type { Draft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';

export type PasswordValues = Omit<PasswordSettings, 'tenantId' | 'nonAlphaNumeric'>;

const key = ['password-settings'];

export function usePasswordSettings() {
  return useRead(key, (client) => client.management.password.getSettings());
}

export function useSavePasswordSettings() {
  const { client } = useProject();
  const { saved } = useMessages(sharedMessages);
  return useWrite(
    async (client, { before, changes }: Draft<PasswordValues>) => {
      const current = await unwrap(client.management.password.getSettings());
      return client.management.password.configureSettings(merge(before, changes, current));
    },
    {
      changes: [key],
      done: saved,
      reportsFailure: false,
      undo: (_, { before }) => unwrap(client.management.password.configureSettings(before)),
    },
  );
}
