import { buildConsole } from '../../test/console-build.ts';
import { launchChromium } from '../../test/counterparts/chromium.ts';
import { signInOwner, withOwner } from '../console/owner.ts';
import { describeView, measureUsersScreen, type ViewResult } from '../console/users-screen.ts';
import { startOn } from '../cores.ts';
import type { NodeProcess } from '../node-process.ts';
import type { Options } from '../options.ts';
import type { Place } from '../stage.ts';

/** Measures the console's table of users in the browser of a new owner. */
export async function measureViews(
  { server, place, cores }: { server: NodeProcess; place: Place; cores: string },
  users: number,
  { search, quick }: Options,
): Promise<ViewResult[]> {
  const isWanted = (name: string) => `users screen, ${name}`.includes(search);
  await buildConsole();
  const browser = await startOn(cores, launchChromium);
  try {
    const owner = await signInOwner(browser, server, place);
    return await withOwner(browser, owner, (page, watched) =>
      measureUsersScreen(page, watched, {
        ...{ baseUrl: server.baseUrl, users, repetitions: quick ? 5 : 10, isWanted },
        report: (view) => console.log(describeView(view)),
      }),
    );
  } finally {
    await browser.close();
  }
}
