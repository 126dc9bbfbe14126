import { useWindowEvent } from '@mantine/hooks';
import { loadable } from '../components/loadable.tsx';
import { isTyping, showShortcuts, useShortcutsShown, usesLetters } from '../components/shortcuts.ts';

const ShortcutsDialog = loadable(() => import('./shortcuts-dialog.tsx'));

/** Lists the keyboard shortcuts when `?` is pressed. */
export function Shortcuts() {
  const isShown = useShortcutsShown();
  useWindowEvent('keydown', (event) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || isTyping(event.target) || !usesLetters()) return;
    event.preventDefault();
    showShortcuts();
  });
  return isShown ? <ShortcutsDialog onClose={() => showShortcuts(false)} /> : null;
}
