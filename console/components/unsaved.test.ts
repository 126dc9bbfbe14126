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
const untracks: (() => void)[] = [];
function track(loss?: 'action'): object {
  const form = {};
  untracks.push(unsaved.trackUnsaved(form, loss));
  return form;
}

afterEach(() => {
  unsaved.stay();
  for (const untrack of untracks.splice(0)) untrack();
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
  expect(unsaved.pendingQuestion()).toBeUndefined();
  expect(closeTab()).toBe(false);
});

test('navigation waits for confirmation while changes are unsaved', () => {
  track();
  unsaved.aroundNavigation(navigate, '/P1/users');
  expect(navigate).not.toHaveBeenCalled();
  expect(unsaved.pendingQuestion()).toBeDefined();
  expect(closeTab()).toBe(true);
  unsaved.leave();
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/P1/users', undefined);
});

test('staying cancels the navigation and keeps the changes protected', () => {
  track();
  unsaved.aroundNavigation(navigate, '/P1/users');
  unsaved.stay();
  expect(unsaved.pendingQuestion()).toBeUndefined();
  unsaved.aroundNavigation(navigate, '/P1/roles');
  expect(navigate).not.toHaveBeenCalled();
});

test('a saved form no longer blocks navigation, but another unsaved form does', () => {
  track();
  track();
  untracks[0]?.();
  unsaved.aroundNavigation(navigate, '/P1/users');
  expect(navigate).not.toHaveBeenCalled();
  unsaved.stay();
  untracks[1]?.();
  unsaved.aroundNavigation(navigate, '/P1/users');
  expect(navigate).toHaveBeenCalledOnce();
  expect(closeTab()).toBe(false);
});

test('the back button restores the address and goes back only after confirmation', () => {
  track();
  const later = vi.fn();
  page.addEventListener('popstate', later, { once: true });
  page.dispatchEvent(new Event('popstate'));
  expect(later).not.toHaveBeenCalled();
  expect(history.pushState).toHaveBeenCalledWith(null, '', 'https://latchkey.example/console/P1/settings');
  expect(history.back).not.toHaveBeenCalled();
  unsaved.leave();
  expect(history.back).toHaveBeenCalledOnce();
});

test('closing one form asks about it alone, and leaves the changes of the others protected', () => {
  const dialog = track();
  track();
  const close = vi.fn();
  unsaved.closeForm(dialog, close);
  expect(close).not.toHaveBeenCalled();
  unsaved.leave();
  expect(close).toHaveBeenCalledOnce();
  unsaved.aroundNavigation(navigate, '/P1/users');
  expect(navigate).not.toHaveBeenCalled();
  expect(unsaved.pendingQuestion()).toBeDefined();
});

test('a form without changes closes at once', () => {
  track();
  const close = vi.fn();
  unsaved.closeForm({}, close);
  expect(close).toHaveBeenCalledOnce();
  expect(unsaved.pendingQuestion()).toBeUndefined();
});

test('the question says whether an action would stop', () => {
  track();
  unsaved.aroundNavigation(navigate, '/P1/users');
  expect(unsaved.pendingQuestion()?.loss).toBe('changes');
  track('action');
  unsaved.aroundNavigation(navigate, '/P1/users');
  expect(unsaved.pendingQuestion()?.loss).toBe('action');
});
