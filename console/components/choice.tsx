import { Input, SegmentedControl, Stack } from '@mantine/core';
import { useId } from 'react';

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  onChange(value: T): void;
  options: { value: T; label: string }[];
}

/** Selects one of a few options that are all visible. */
export function Choice<T extends string>({ label, value, onChange, options }: ChoiceProps<T>) {
  const labelId = useId();
  return (
    <Stack gap={4} align="flex-start">
      <Input.Label component="div" id={labelId}>
        {label}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={labelId}
        data={options}
        value={value}
        onChange={(next) => onChange(next as T)}
        maw="100%"
      />
    </Stack>
  );
}
