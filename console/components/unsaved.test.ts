import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

type Unsaved = typeof import('./unsaved.ts');

const page = new EventTarget();
const history = { pushState: vi.fn(), back: vi.fn() };
const navigate = vi.fn();
let unsaved: Unsaved;

beforeAll(async () => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('location', { href: 'https://latchkey.example/console/P1/settings' });
  vi.stubGlobal('history', history);
  unsaved = await import('./unsaved.ts');
});
afterEach(() => {
  unsaved.leave();
  vi.clearAllMocks();
});
afterAll(() => vi.unstubAllGlobals());

/** Closes the tab. Returns whether the browser would ask first. */
function closeTab(): boolean {
  return !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('navigation is immediate without unsaved changes', () => {
  unsaved.aroundNavigation(navigate, '/P1/users', { replace: true });
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/P1/users', { replace: true });
  expect(unsaved.pendingNavigation()).toBeUndefined();
  expect(closeTab()).toBe(false);
});

test('navigation waits for confirmation while changes are unsaved', () => {
  unsaved.trackUnsaved();
  unsaved.aroundNavigation(navigate, '/P1/users');
  expect(navigate).not.toHaveBeenCalled();
  expect(unsaved.pendingNavigation()).toBeDefined();
  expect(closeTab()).toBe(true);
  unsaved.leave();
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/P1/users', undefined);
});

test('staying cancels the navigation and keeps the changes protected', () => {
  const untrack = unsaved.trackUnsaved();
  unsaved.aroundNavigation(navigate, '/P1/users');
  unsaved.stay();
  expect(unsaved.pendingNavigation()).toBeUndefined();
  unsaved.aroundNavigation(navigate, '/P1/roles');
  expect(navigate).not.toHaveBeenCalled();
  untrack();
});

test('a saved form no longer blocks navigation, but another unsaved form does', () => {
  const untrackFirst = unsaved.trackUnsaved();
  const untrackSecond = unsaved.trackUnsaved();
  untrackFirst();
  unsaved.aroundNavigation(navigate, '/P1/users');
  expect(navigate).not.toHaveBeenCalled();
  unsaved.stay();
  untrackSecond();
  unsaved.aroundNavigation(navigate, '/P1/users');
  expect(navigate).toHaveBeenCalledOnce();
  expect(closeTab()).toBe(false);
});

test('the back button restores the address and goes back only after confirmation', () => {
  unsaved.trackUnsaved();
  const later = vi.fn();
  page.addEventListener('popstate', later, { once: true });
  page.dispatchEvent(new Event('popstate'));
  expect(later).not.toHaveBeenCalled();
  expect(history.pushState).toHaveBeenCalledWith(null, '', 'https://latchkey.example/console/P1/settings');
  expect(history.back).not.toHaveBeenCalled();
  unsaved.leave();
  expect(history.back).toHaveBeenCalledOnce();
});
