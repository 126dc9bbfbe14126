import { Radio, Stack } from '@mantine/core';
import type { User } from '../../../client/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { type Role, roles } from '../../session/session.tsx';
import { administratorMessages } from './messages.ts';

/** Returns the administrator's highest role. */
export function roleOf({ roleNames }: User): Role {
  return roles.findLast((role) => roleNames.includes(role)) ?? 'auditor';
}

export function RoleChoice({ value, onChange }: { value: Role; onChange(role: Role): void }) {
  const messages = useMessages(administratorMessages);
  return (
    <Radio.Group label={messages.role} value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap="xs" mt="xs">
        {roles.toReversed().map((role) => (
          <Radio
            key={role}
            value={role}
            label={messages.roles[role]}
            description={messages.roleLeads[role]}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
