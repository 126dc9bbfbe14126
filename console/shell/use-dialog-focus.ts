import { useEffect } from 'react';

const dialogs = '[role="dialog"], [role="menu"]';

/** The element that had the focus last on the screen and in each open dialog, the last one first. */
let focused: HTMLElement[] = [];

/**
 * Moves the focus into each menu that opens, and returns it to the element that opened a dialog or a menu when that
 * closes. Mantine does neither in every case: it tries to focus the first item of a menu even if that is disabled, and
 * it forgets the opener of a dialog that was rendered open or was opened from a menu.
 */
export function useDialogFocus(): void {
  useEffect(() => {
    const observer = new MutationObserver((changes) => {
      const isIn = (name: 'addedNodes' | 'removedNodes') =>
        changes.some((change) => [...change[name]].some(containsDialog));
      // Later, because Mantine moves the focus after it has opened something, and a click outside after it has closed it.
      if (isIn('addedNodes')) setTimeout(enterMenu);
      if (isIn('removedNodes')) setTimeout(returnFocus);
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}

function remember({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return;
  const place = placeOf(target);
  focused = [target, ...focused.filter((other) => other.isConnected && placeOf(other) !== place)];
}

function placeOf(element: HTMLElement): Element | null {
  return element.closest(dialogs);
}

function containsDialog(node: Node): boolean {
  return node instanceof Element && (node.matches(dialogs) || node.querySelector(dialogs) !== null);
}

function enterMenu(): void {
  const menu = document.querySelector<HTMLElement>('[role="menu"]');
  if (!menu || menu.contains(document.activeElement)) return;
  const item = menu.querySelector<HTMLElement>('[role="menuitem"]:not(:disabled, [data-disabled])');
  (item ?? menu).focus({ preventScroll: true });
}

/** A dialog can close because its record was deleted, or lead to another screen: the heading is then where to go on. */
function returnFocus(): void {
  if (document.activeElement !== document.body) return;
  const heading = document.querySelector<HTMLElement>('#screen h1');
  for (const element of [...focused, heading]) {
    if (!element?.isConnected) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}
