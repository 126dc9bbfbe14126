import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

/** The title of a row that opens its form, as does a click on the row. Plain text for administrators who may not change it. */
export function RowOpener({ may, onOpen, children }: RowOpenerProps) {
  if (!may) return children;
  return (
    <Anchor component="button" type="button" inherit ta="left" onClick={onOpen}>
      {children}
    </Anchor>
  );
}

interface RowOpenerProps {
  may: boolean;
  onOpen(): void;
  children: ReactNode;
}
