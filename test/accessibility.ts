import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

interface Scope {
  /** CSS selectors of the parts to examine. Default: the whole page. */
  within?: string;
  /** CSS selectors of parts to leave out. */
  except?: string[];
  /** IDs of the rules to apply. Default: the rules that axe applies by default. */
  rules?: string[];
}

/**
 * Returns the accessibility violations of a page, a line for each element: the rule's ID and the element. Leaves
 * out frames, of which only mails and previews have any, and in which no script may run.
 */
export async function accessibilityViolations(
  page: Page,
  { within, except = [], rules }: Scope = {},
): Promise<string[]> {
  // The source is half a megabyte: once for each document is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const context = { include: [within ?? 'html'], exclude: except };
  // Selectors, and details of what passed, take more than half of the time of an analysis.
  const options: RunOptions = {
    resultTypes: ['violations'],
    selectors: false,
    iframes: false,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  const { violations } = await page.evaluate(
    ([context, options]) =>
      (window as unknown as { axe: typeof axe }).axe.run(context, options) as Promise<AxeResults>,
    [context, options] as const,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
