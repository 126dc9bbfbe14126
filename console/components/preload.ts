interface Loadable {
  path: string;
  load(): Promise<unknown>;
}

let known: readonly Loadable[] = [];

/** Screens tell what they are: a link in a screen cannot ask the list of screens, which leads to the screen. */
export function knowScreens(screens: readonly Loadable[]): void {
  known = screens;
}

/** Fetches the code of the screen at `to`, below the project, before it is opened. A failure shows when it is opened. */
export function preload(to: string): void {
  const [first = ''] = to.split(/[/?]/);
  for (const { path, load } of known) {
    if (path === to || (to.includes('/') && path.startsWith(`${first}/:`))) load().catch(() => {});
  }
}
