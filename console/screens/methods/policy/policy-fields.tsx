import { Checkbox, Radio, Stack, Switch } from '@mantine/core';
import {
  firstFactors,
  occasions,
  policyLimits,
  secondFactors,
  ssoAssurances,
} from '../../../../client/constants.ts';
import { FieldGroup } from '../../../components/field-group.tsx';
import type { Draft } from '../../../components/use-draft.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { WholeNumber } from '../whole-number.tsx';
import { policyMessages } from './messages.ts';
import type { PolicyValues } from './policy-values.ts';

/** The fields of one policy. */
export function PolicyFields({ draft }: { draft: Draft<PolicyValues> }) {
  const messages = useMessages(policyMessages);
  const { when, days, methods, graceDays, limitsFirst, sso } = draft.values;
  return (
    <>
      <Choices
        label={messages.when}
        names={messages.occasions}
        values={occasions}
        value={when}
        onChange={(when) => draft.change({ when })}
      />
      {when === 'everyDays' && (
        <WholeNumber
          label={messages.days}
          value={days}
          onChange={(days) => draft.change({ days })}
          min={1}
          max={policyLimits.days}
        />
      )}
      {when !== 'never' && (
        <>
          <Checks
            label={messages.methods}
            names={messages.factors}
            values={secondFactors}
            chosen={methods}
            onChange={(methods) => draft.change({ methods })}
          />
          <WholeNumber
            label={messages.graceDays}
            value={graceDays}
            onChange={(graceDays) => draft.change({ graceDays })}
            min={0}
            max={policyLimits.graceDays}
          />
          <Choices
            label={messages.sso}
            names={messages.ssoChoices}
            values={ssoAssurances}
            value={sso}
            onChange={(sso) => draft.change({ sso })}
          />
        </>
      )}
      <Switch
        label={messages.limitsFirst}
        description={messages.limitsFirstLead}
        checked={limitsFirst}
        onChange={(event) => draft.change({ limitsFirst: event.currentTarget.checked })}
      />
      {limitsFirst && (
        <Checks
          label={messages.firstFactors}
          names={messages.factors}
          values={firstFactors}
          chosen={draft.values.firstFactors}
          onChange={(firstFactors) => draft.change({ firstFactors })}
        />
      )}
    </>
  );
}

interface ChoicesProps<V extends string> {
  label: string;
  names: Record<V, { label: string; description?: string }>;
  values: readonly V[];
  value: V;
  onChange(value: V): void;
}

function Choices<V extends string>({ label, names, values, value, onChange }: ChoicesProps<V>) {
  return (
    <Radio.Group label={label} value={value} onChange={(value) => onChange(value as V)}>
      <Stack gap="xs" mt="xs">
        {values.map((one) => (
          <Radio key={one} value={one} {...names[one]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface ChecksProps<V extends string> {
  label: string;
  names: Record<V, string>;
  values: readonly V[];
  chosen: V[];
  onChange(chosen: V[]): void;
}

function Checks<V extends string>({ label, names, values, chosen, onChange }: ChecksProps<V>) {
  const messages = useMessages(policyMessages);
  const toggle = (one: V, isOn: boolean) =>
    onChange(values.filter((value) => (value === one ? isOn : chosen.includes(value))));
  return (
    <FieldGroup title={label}>
      <Checkbox.Group error={chosen.length === 0 ? messages.chooseOne : undefined} value={chosen}>
        <Stack gap="xs">
          {values.map((one) => (
            <Checkbox
              key={one}
              value={one}
              label={names[one]}
              onChange={(event) => toggle(one, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </FieldGroup>
  );
}
