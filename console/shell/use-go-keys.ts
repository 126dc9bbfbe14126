import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { useGo } from '../components/links.tsx';
import { isTyping, usesLetters } from '../components/shortcuts.ts';
import { screens } from '../screens.ts';
import { useCanOpen } from './navigation.tsx';

/** The time that the second key may take. */
const pauseMs = 1_500;

/** Opens a screen with `g` and its letter, such as `g u` for the users. */
export function useGoKeys(): void {
  const go = useGo();
  const may = useCanOpen();
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  // In the capture phase, so that the second key does nothing else on the screen.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || !usesLetters()) return;
      const isSecond = event.timeStamp - startedAt.current < pauseMs;
      startedAt.current = !isSecond && event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!isSecond) return;
      const screen = screens.find((one) => one.entry?.key === event.key && may(one));
      if (!screen) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      go(screen.path);
    },
    { capture: true },
  );
}
