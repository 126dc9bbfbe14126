import { Radio, Stack } from '@mantine/core';
import type { User } from '../../../client/client.ts';
import { type Role, roles } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { administratorWords } from './words.ts';

/** The highest one that somebody has. */
export function roleOf({ roleNames }: User): Role {
  return roles.findLast((role) => roleNames.includes(role)) ?? 'auditor';
}

export function RoleChoice({ value, onChange }: { value: Role; onChange(role: Role): void }) {
  const words = useWords(administratorWords);
  return (
    <Radio.Group label={words.role} value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap="xs" mt="xs">
        {roles.toReversed().map((role) => (
          <Radio key={role} value={role} label={words.roles[role]} description={words.roleLeads[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
