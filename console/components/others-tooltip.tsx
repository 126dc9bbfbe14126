import { Tooltip } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';

const arrivals = ['pointerover', 'focusin', 'click'] as const;
const departures = ['pointerout', 'focusout'] as const;

/** Shows the names for which a cell has no room, while the pointer or the focus is on their number. One serves a table. */
export function OthersTooltip({ frame }: { frame: RefObject<HTMLElement | null> }) {
  const [target, setTarget] = useState<HTMLElement>();
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const stop = new AbortController();
    const numberAt = (event: Event) =>
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-others]') : null;
    const arrive = (event: Event) => {
      const number = numberAt(event);
      if (number) setTarget(number);
    };
    const leave = (event: Event) => {
      if (numberAt(event)) setTarget(undefined);
    };
    for (const name of arrivals) element.addEventListener(name, arrive, stop);
    for (const name of departures) element.addEventListener(name, leave, stop);
    return () => stop.abort();
  }, [frame]);
  // The row may have left while the tooltip was there.
  if (!target?.isConnected) return null;
  return (
    <Tooltip
      key={target.dataset['others']}
      target={target}
      label={target.dataset['others']}
      opened
      multiline
      maw={320}
    />
  );
}
