import { Switch } from '@mantine/core';
import { useState } from 'react';

interface InstantSwitchProps {
  label: string;
  /** The label is said and not shown. */
  isLabelHidden?: boolean;
  checked: boolean;
  /** Says itself what went wrong. */
  onChange(checked: boolean): Promise<unknown>;
  disabled: boolean;
}

/** A switch that saves at once: it shows what was wanted while that is on its way, and then what is. */
export function InstantSwitch({ label, isLabelHidden, checked, onChange, disabled }: InstantSwitchProps) {
  const [wanted, setWanted] = useState<boolean>();
  const change = (next: boolean) => {
    setWanted(next);
    const settle = () => setWanted(undefined);
    onChange(next).then(settle, settle);
  };
  return (
    <Switch
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      checked={wanted ?? checked}
      onChange={(event) => change(event.currentTarget.checked)}
      disabled={disabled || wanted !== undefined}
    />
  );
}
