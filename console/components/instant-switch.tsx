import { Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface InstantSwitchProps {
  label: ReactNode;
  checked: boolean;
  /** Reports its own errors. */
  onChange(checked: boolean): Promise<unknown>;
  disabled: boolean;
}

/**
 * A switch that saves immediately. It shows the requested state while the call is in progress and the actual state
 * afterwards.
 */
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
