import { Fieldset, Group, NumberInput, Select, Stack, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useWords } from '../../words/language.tsx';
import { type Duration, type Unit, units, type Values } from './settings-values.ts';
import { tenantWords } from './words.ts';

interface SessionLimitsProps {
  form: UseFormReturnType<Values>;
  disabled: boolean;
}

/** How long sessions of members may be. */
export function SessionLimits({ form, disabled }: SessionLimitsProps) {
  const words = useWords(tenantWords);
  const { enabled, enableInactivity } = form.values;
  const field = (name: 'sessionToken' | 'refreshToken' | 'stepupToken' | 'inactivity') => (
    <DurationField
      label={words.durations[name]}
      value={form.values[name]}
      onChange={(value) => form.setFieldValue(name, value)}
      disabled={disabled}
    />
  );
  return (
    <Fieldset legend={words.sessions}>
      <Stack>
        <Switch
          label={words.limited}
          description={words.sessionsLead}
          disabled={disabled}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        {enabled && (
          <>
            {field('sessionToken')}
            {field('refreshToken')}
            {field('stepupToken')}
            <Switch
              label={words.inactivity}
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
  const words = useWords(tenantWords);
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
        aria-label={words.unitOf(label)}
        data={units.map((unit) => ({ value: unit, label: words.units[unit] }))}
        value={value.unit}
        onChange={(unit) => onChange({ ...value, unit: (unit ?? 'minutes') as Unit })}
        allowDeselect={false}
        disabled={disabled}
        w={140}
      />
    </Group>
  );
}
