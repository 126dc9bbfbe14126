import { Checkbox, Radio, Select, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { User } from '../../../client/client.ts';
import { now } from '../../clock.ts';
import { Moment } from '../../components/moment.tsx';
import { UserSelect } from '../../components/users/user-select.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { impersonateMessages } from './impersonation-messages.ts';

export interface ImpersonateValues {
  impersonatorId: string | null;
  validateConsent: boolean;
  /** A refresh JWT, or a stepped-up session JWT. */
  kind: 'session' | 'stepUp';
  minutes: string;
  tenantId: string | null;
}

interface ImpersonateFieldsProps {
  user: User;
  form: UseFormReturnType<ImpersonateValues>;
}

export function ImpersonateFields({ user, form }: ImpersonateFieldsProps) {
  const messages = useMessages(impersonateMessages);
  const { none } = useMessages(sharedMessages);
  const { kind } = form.values;
  return (
    <>
      <Text size="sm">{messages.lead}</Text>
      <UserSelect
        label={messages.impersonator}
        description={messages.impersonatorLead}
        placeholder={messages.impersonatorSearch}
        without={user.userId}
        {...form.getInputProps('impersonatorId')}
      />
      <Checkbox
        label={messages.consent}
        description={<Consent user={user} isNeeded={form.values.validateConsent} />}
        {...form.getInputProps('validateConsent', { type: 'checkbox' })}
      />
      <Radio.Group label={messages.kind} {...form.getInputProps('kind')}>
        <Stack gap={6} mt={6}>
          <Radio value="session" label={messages.kinds.session} />
          <Radio value="stepUp" label={messages.kinds.stepUp} />
        </Stack>
      </Radio.Group>
      {kind === 'session' && (
        <Select
          label={messages.minutes}
          data={[5, 15, 30].map((count) => ({ value: String(count), label: messages.minutesOf(count) }))}
          allowDeselect={false}
          {...form.getInputProps('minutes')}
        />
      )}
      {user.userTenants.length > 0 && (
        <Select
          label={messages.tenant}
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
  const messages = useMessages(impersonateMessages);
  if (!isNeeded) return messages.consentLead;
  if (consentExpiration * 1000 <= now()) return messages.noConsent;
  return (
    <>
      {messages.consentUntil} <Moment value={consentExpiration} />
    </>
  );
}
