import type { PasswordSettings } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import type { Draft } from '../../parts/use-draft.ts';
import { useProject } from '../../session/project.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';

export type PasswordValues = Omit<PasswordSettings, 'tenantId' | 'nonAlphaNumeric'>;

const key = ['password-settings'];

export function usePasswordSettings() {
  return useRead(key, (client) => client.management.password.getSettings());
}

export function useSavePasswordSettings() {
  const { client } = useProject();
  const { saved } = useWords(everywhere);
  return useWrite(
    (client, { changes }: Draft<PasswordValues>) => client.management.password.configureSettings(changes),
    {
      changes: [key],
      done: saved,
      tellsFailure: false,
      undo: (_, { before }) => unwrap(client.management.password.configureSettings(before)),
    },
  );
}
