import { Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface InstantSwitchProps {
  label: ReactNode;
  checked: boolean;
  /** Says itself what went wrong. */
  onChange(checked: boolean): Promise<unknown>;
  disabled: boolean;
}

/** A switch that saves at once: it shows what was wanted while that is on its way, and then what is. */
export function InstantSwitch({ label, checked, onChange, disabled }: InstantSwitchProps) {
  const [wanted, setWanted] = useState<boolean>();
  const change = (next: boolean) => {
    setWanted(next);
    const settle = () => setWanted(undefined);
    onChange(next).then(settle, settle);
  };
  return (
    <Switch
      label={label}
      checked={wanted ?? checked}
      onChange={(event) => change(event.currentTarget.checked)}
      disabled={disabled || wanted !== undefined}
    />
  );
}
