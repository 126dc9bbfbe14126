import './page-tabs.css';
import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

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
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab opens
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    // Not `scrollIntoView`, which would also scroll the page.
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - tab.offsetWidth / 2 });
  }, [open]);
  return (
    <Tabs value={open} onChange={(next) => next && next !== open && onChange(next)} keepMounted={false}>
      <Tabs.List ref={list} className="page-tabs" aria-label={label} mb="lg">
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
