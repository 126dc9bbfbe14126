import { Checkbox, Radio, Select, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { User } from '../../../client/client.ts';
import { now } from '../../clock.ts';
import { Moment } from '../../parts/moment.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { impersonateWords } from './impersonate-words.ts';
import { UserSelect } from './user-select.tsx';

export interface ImpersonateValues {
  impersonatorId: string | null;
  validateConsent: boolean;
  /** A refresh JWT, or a session JWT that is stepped up. */
  kind: 'session' | 'stepUp';
  minutes: string;
  tenantId: string | null;
}

interface ImpersonateFieldsProps {
  user: User;
  form: UseFormReturnType<ImpersonateValues>;
}

export function ImpersonateFields({ user, form }: ImpersonateFieldsProps) {
  const words = useWords(impersonateWords);
  const { none } = useWords(everywhere);
  const { kind } = form.values;
  return (
    <>
      <Text size="sm">{words.lead}</Text>
      <UserSelect
        label={words.impersonator}
        description={words.impersonatorLead}
        placeholder={words.impersonatorSearch}
        without={user.userId}
        {...form.getInputProps('impersonatorId')}
      />
      <Checkbox
        label={words.consent}
        description={<Consent user={user} isNeeded={form.values.validateConsent} />}
        {...form.getInputProps('validateConsent', { type: 'checkbox' })}
      />
      <Radio.Group label={words.kind} {...form.getInputProps('kind')}>
        <Stack gap={6} mt={6}>
          <Radio value="session" label={words.kinds.session} />
          <Radio value="stepUp" label={words.kinds.stepUp} />
        </Stack>
      </Radio.Group>
      {kind === 'session' && (
        <Select
          label={words.minutes}
          data={[5, 15, 30].map((count) => ({ value: String(count), label: words.minutesOf(count) }))}
          allowDeselect={false}
          {...form.getInputProps('minutes')}
        />
      )}
      {user.userTenants.length > 0 && (
        <Select
          label={words.tenant}
          placeholder={none}
          clearable
          data={user.userTenants.map(({ tenantId, tenantName }) => ({
            value: tenantId,
            label: tenantName || tenantId,
          }))}
          {...form.getInputProps('tenantId')}
        />
      )}
    </>
  );
}

function Consent({ user: { consentExpiration }, isNeeded }: { user: User; isNeeded: boolean }) {
  const words = useWords(impersonateWords);
  if (!isNeeded) return words.consentLead;
  if (consentExpiration * 1000 <= now()) return words.noConsent;
  return (
    <>
      {words.consentUntil} <Moment value={consentExpiration} />
    </>
  );
}
