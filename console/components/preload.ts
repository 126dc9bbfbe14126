interface Loadable {
  path: string;
  load(): Promise<unknown>;
}

let known: readonly Loadable[] = [];

/**
 * Registers the screens. A link cannot import the list of screens, because that list imports the screen that contains
 * the link.
 */
export function registerScreens(screens: readonly Loadable[]): void {
  known = screens;
}

/**
 * Loads the code of the screen at `to`, relative to the project, before it is opened. An error shows up when the screen
 * is opened.
 */
export function preload(to: string): void {
  const [first = ''] = to.split(/[/?]/);
  for (const { path, load } of known) {
    if (path === to || (to.includes('/') && path.startsWith(`${first}/:`))) load().catch(() => {});
  }
}
