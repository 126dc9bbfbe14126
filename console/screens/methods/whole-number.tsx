import { NumberInput } from '@mantine/core';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';

interface WholeNumberProps {
  label: string;
  /** Hides the label visually but keeps it for screen readers, as in a table. */
  isLabelHidden?: boolean;
  value: number;
  onChange(value: number): void;
  min: number;
  max: number;
}

/** A whole number with limits. While the user types, it may be out of range and cannot be saved. */
export function WholeNumber({ label, isLabelHidden, value, onChange, min, max }: WholeNumberProps) {
  const { errors } = useMessages(sharedMessages);
  return (
    <NumberInput
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      value={Number.isNaN(value) ? '' : value}
      onChange={(next) => onChange(next === '' ? Number.NaN : Number(next))}
      error={value >= min && value <= max ? null : errors.number(min, max)}
      allowDecimal={false}
      allowNegative={false}
      w={isLabelHidden ? 120 : 200}
    />
  );
}
