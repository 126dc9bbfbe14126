import type { Page } from 'playwright-core';

/** The condition for "shown": all of this is present, and none of that. */
export interface Condition {
  /** Selectors. */
  has: string[];
  lacks?: string[];
  /** A selector: its text has changed. */
  changes?: string;
}

/** In milliseconds from the start of the page. */
export interface Shown {
  /** 0: opening the page was the only action. */
  startedAt: number;
  /** The time of the frame that shows it. */
  shownAt: number;
}

/** A user action, as an event of the page. `go` is our own event: navigation to another address of the page. */
export type ActionEvent = 'click' | 'input' | 'go';

declare global {
  interface Window {
    benchShown: Promise<Shown>;
  }
}

/** Measures, for every page opened from now on, the time until `condition`. */
export async function watchLoads(page: Page, condition: Condition): Promise<void> {
  await page.addInitScript(watch, { condition, action: undefined });
}

/** Measures from the last `action` after this call. */
export async function watchAction(page: Page, action: ActionEvent, condition: Condition): Promise<void> {
  await page.evaluate(watch, { condition, action });
}

export async function untilShown(page: Page): Promise<Shown> {
  const limitMilliseconds = 20_000;
  return page.evaluate(
    (limit) =>
      Promise.race([
        window.benchShown,
        new Promise<never>((_, reject) =>
          setTimeout(() => reject(new Error('the expected content is not shown')), limit),
        ),
      ]),
    limitMilliseconds,
  );
}

/** Measures the processor time of the page's main thread, which does not depend on other load on the machine. */
export async function watchCpu(page: Page): Promise<() => Promise<number>> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return 1_000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
}

/**
 * Runs in the page, so that the traffic between the browser and its driver is not measured. An action counts
 * from the moment at which the browser received it.
 */
function watch({ condition, action }: { condition: Condition; action: ActionEvent | undefined }): void {
  const textOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join('\n');
  const before = condition.changes === undefined ? '' : textOf(condition.changes);
  let startedAt = action ? undefined : 0;
  const note = (event: Event) => {
    startedAt = event.timeStamp;
  };
  if (action) window.addEventListener(action, note, { capture: true });
  const isThere = () =>
    condition.has.every((selector) => document.querySelector(selector)) &&
    !condition.lacks?.some((selector) => document.querySelector(selector)) &&
    (condition.changes === undefined || textOf(condition.changes) !== before);
  window.benchShown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (startedAt === undefined || !isThere()) return;
      observer.disconnect();
      if (action) window.removeEventListener(action, note, { capture: true });
      const since = startedAt;
      requestAnimationFrame(() => {
        const afterFrame = new MessageChannel();
        afterFrame.port1.onmessage = () => resolve({ startedAt: since, shownAt: performance.now() });
        afterFrame.port2.postMessage(undefined);
      });
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['aria-busy', 'disabled'],
    });
  });
}
