import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageTabsProps {
  /** Labels the tabs for screen readers. */
  label: string;
  value: string;
  onChange(value: string): void;
  tabs: { value: string; title: string; show(): ReactNode }[];
}

/** The tabs of a screen. The open tab is stored in the address. */
export function PageTabs({ label, value, onChange, tabs }: PageTabsProps) {
  const open = tabs.some((tab) => tab.value === value) ? value : (tabs[0]?.value ?? '');
  return (
    <Tabs value={open} onChange={(next) => next && next !== open && onChange(next)} keepMounted={false}>
      <Tabs.List aria-label={label} mb="lg">
        {tabs.map(({ value, title }) => (
          <Tabs.Tab key={value} value={value}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, show }) => (
        <Tabs.Panel key={value} value={value}>
          {value === open && show()}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
