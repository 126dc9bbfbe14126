import { Group, Input, NativeSelect, NumberInput } from '@mantine/core';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { formMessages } from '../i18n/form-messages.ts';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { amountOf, type DurationUnit, durationUnits, formatDuration, secondsOf, unitOf } from './duration.ts';

interface DurationInputProps {
  label: string;
  /** Hides the label visually but keeps it for screen readers, as in a table. */
  isLabelHidden?: boolean;
  description?: ReactNode;
  /** In seconds. */
  value: number;
  onChange(seconds: number): void;
  /** In seconds. */
  min: number;
  max: number;
}

/**
 * Edits a duration in the unit that fits it. Changing the unit keeps the number: a user who types 2 and then chooses
 * hours wants two hours.
 */
export function DurationInput(props: DurationInputProps) {
  const { label, isLabelHidden = false, description, value, onChange, min, max } = props;
  const messages = useMessages(formMessages);
  const { language } = useLanguage();
  const id = useId();
  const [unit, setUnit] = useState(() => unitOf(value));
  const [shown, setShown] = useState<number | string>(() => amountOf(value, unit));
  useEffect(() => {
    setShown((before) => (secondsOf(before, unit) === value ? before : amountOf(value, unit)));
  }, [value, unit]);
  const isPossible = value >= min && value <= max;
  const error = !isPossible && messages.between(formatDuration(min, language), formatDuration(max, language));
  const choose = (next: DurationUnit) => {
    setUnit(next);
    onChange(secondsOf(shown, next));
  };
  return (
    <Input.Wrapper
      {...(!isLabelHidden && { label })}
      id={id}
      description={description}
      error={error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <Group gap="xs" wrap="nowrap" mt={description ? 4 : 0}>
        <NumberInput
          id={id}
          {...(isLabelHidden && { 'aria-label': label })}
          value={shown}
          onChange={(next) => {
            setShown(next);
            onChange(secondsOf(next, unit));
          }}
          error={Boolean(error)}
          min={0}
          decimalScale={2}
          allowNegative={false}
          w={110}
        />
        <NativeSelect
          aria-label={messages.unitOf(label)}
          value={unit}
          onChange={(event) => choose(event.currentTarget.value as DurationUnit)}
          data={durationUnits.map((value) => ({ value, label: messages.units[value] }))}
          w={120}
        />
      </Group>
    </Input.Wrapper>
  );
}
