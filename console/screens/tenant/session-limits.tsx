import { Fieldset, Group, NumberInput, Select, Stack, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMessages } from '../../i18n/language.tsx';
import { tenantMessages } from './messages.ts';
import { type Duration, type Unit, units, type Values } from './settings-values.ts';

interface SessionLimitsProps {
  form: UseFormReturnType<Values>;
  disabled: boolean;
}

/** The session limits of a tenant's members. */
export function SessionLimits({ form, disabled }: SessionLimitsProps) {
  const messages = useMessages(tenantMessages);
  const { enabled, enableInactivity } = form.values;
  const field = (name: 'sessionToken' | 'refreshToken' | 'stepupToken' | 'inactivity') => (
    <DurationField
      label={messages.durations[name]}
      value={form.values[name]}
      onChange={(value) => form.setFieldValue(name, value)}
      disabled={disabled}
    />
  );
  return (
    <Fieldset legend={messages.sessions}>
      <Stack>
        <Switch
          label={messages.limited}
          description={messages.sessionsLead}
          disabled={disabled}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        {enabled && (
          <>
            {field('sessionToken')}
            {field('refreshToken')}
            {field('stepupToken')}
            <Switch
              label={messages.inactivity}
              disabled={disabled}
              {...form.getInputProps('enableInactivity', { type: 'checkbox' })}
            />
            {enableInactivity && field('inactivity')}
          </>
        )}
      </Stack>
    </Fieldset>
  );
}

interface DurationFieldProps {
  label: string;
  value: Duration;
  onChange(value: Duration): void;
  disabled: boolean;
}

function DurationField({ label, value, onChange, disabled }: DurationFieldProps) {
  const messages = useMessages(tenantMessages);
  return (
    <Group align="flex-end" gap="xs">
      <NumberInput
        label={label}
        value={value.count}
        onChange={(count) => onChange({ ...value, count: Number(count) || 0 })}
        min={0}
        max={100_000}
        allowDecimal={false}
        disabled={disabled}
        w={200}
      />
      <Select
        aria-label={messages.unitOf(label)}
        data={units.map((unit) => ({ value: unit, label: messages.units[unit] }))}
        value={value.unit}
        onChange={(unit) => onChange({ ...value, unit: (unit ?? 'minutes') as Unit })}
        allowDeselect={false}
        disabled={disabled}
        w={140}
      />
    </Group>
  );
}
