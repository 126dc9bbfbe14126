import type { Page } from 'playwright-core';

/** When something counts as shown: all of this is there, and none of that. */
export interface Sight {
  /** Selectors. */
  has: string[];
  lacks?: string[];
  /** A selector: what it finds reads otherwise than before. */
  changes?: string;
}

/** From the start of the page, in milliseconds. */
export interface Shown {
  /** 0: nobody did anything but open the page. */
  actedAt: number;
  /** The frame with it has been made. */
  shownAt: number;
}

/** What somebody does, as an event of the page. `go` is none of the browser's: they go to another address of the page. */
export type Act = 'click' | 'input' | 'go';

declare global {
  interface Window {
    benchShown: Promise<Shown>;
  }
}

/** Every page that is opened from now on measures how long it takes until `sight`. */
export async function watchLoads(page: Page, sight: Sight): Promise<void> {
  await page.addInitScript(watch, { sight, act: undefined });
}

/** From the last `act` that somebody does now. */
export async function watchAct(page: Page, act: Act, sight: Sight): Promise<void> {
  await page.evaluate(watch, { sight, act });
}

export async function untilShown(page: Page): Promise<Shown> {
  const limitMilliseconds = 20_000;
  return page.evaluate(
    (limit) =>
      Promise.race([
        window.benchShown,
        new Promise<never>((_, reject) =>
          setTimeout(() => reject(new Error('what was waited for is not shown')), limit),
        ),
      ]),
    limitMilliseconds,
  );
}

/** What the page's main thread has used of the processor: it stays the same when somebody else uses the machine. */
export async function watchCpu(page: Page): Promise<() => Promise<number>> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return 1_000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
}

/**
 * Runs in the page: what passes between the browser and whoever drives it is not part of what is measured. An act counts
 * from the moment at which the browser received it.
 */
function watch({ sight, act }: { sight: Sight; act: Act | undefined }): void {
  const textOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join('\n');
  const before = sight.changes === undefined ? '' : textOf(sight.changes);
  let actedAt = act ? undefined : 0;
  const note = (event: Event) => {
    actedAt = event.timeStamp;
  };
  if (act) window.addEventListener(act, note, { capture: true });
  const isThere = () =>
    sight.has.every((selector) => document.querySelector(selector)) &&
    !sight.lacks?.some((selector) => document.querySelector(selector)) &&
    (sight.changes === undefined || textOf(sight.changes) !== before);
  window.benchShown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (actedAt === undefined || !isThere()) return;
      observer.disconnect();
      if (act) window.removeEventListener(act, note, { capture: true });
      const since = actedAt;
      requestAnimationFrame(() => {
        const afterFrame = new MessageChannel();
        afterFrame.port1.onmessage = () => resolve({ actedAt: since, shownAt: performance.now() });
        afterFrame.port2.postMessage(undefined);
      });
    });
    observer.observe(document, {
      ...{ subtree: true, childList: true, characterData: true },
      attributeFilter: ['aria-busy', 'disabled'],
    });
  });
}
