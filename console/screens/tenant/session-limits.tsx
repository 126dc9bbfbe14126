import { Group, NumberInput, Select, Switch } from '@mantine/core';
import { timeUnits } from '../../../client/constants.ts';
import { FormSection } from '../../components/form-section.tsx';
import { tenantMessages } from '../../components/tenants/tenant-messages.ts';
import type { Draft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import type { Duration, Unit, Values } from './settings-values.ts';

/** The session limits of a tenant's members. */
export function SessionLimits({ draft: { values, change } }: { draft: Draft<Values> }) {
  const messages = useMessages(tenantMessages);
  const field = (name: 'sessionToken' | 'refreshToken' | 'stepupToken' | 'inactivity') => (
    <DurationField
      label={messages.durations[name]}
      value={values[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <FormSection title={messages.sessions}>
      <Switch
        label={messages.limited}
        description={messages.sessionsLead}
        checked={values.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      {values.enabled && (
        <>
          {field('sessionToken')}
          {field('refreshToken')}
          {field('stepupToken')}
          <Switch
            label={messages.inactivity}
            checked={values.enableInactivity}
            onChange={(event) => change({ enableInactivity: event.currentTarget.checked })}
          />
          {values.enableInactivity && field('inactivity')}
        </>
      )}
    </FormSection>
  );
}

interface DurationFieldProps {
  label: string;
  value: Duration;
  onChange(value: Duration): void;
}

function DurationField({ label, value, onChange }: DurationFieldProps) {
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
        w={200}
      />
      <Select
        aria-label={messages.unitOf(label)}
        data={timeUnits.map((unit) => ({ value: unit, label: messages.units[unit] }))}
        value={value.unit}
        onChange={(unit) => onChange({ ...value, unit: (unit ?? 'minutes') as Unit })}
        allowDeselect={false}
        w={140}
      />
    </Group>
  );
}
