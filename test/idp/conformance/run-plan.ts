import type { Browser } from 'playwright-core';
import { plans } from './plans.ts';
import { type ModuleResult, runModule } from './run-module.ts';
import type { Suite } from './suite.ts';
import { password, preparePlan, rotateKeys, type TestedLatchkey } from './tested-latchkey.ts';
import { visit } from './visit.ts';

/** Runs a plan, and reports each module as soon as it has ended. */
export async function runPlan(
  { suite, latchkey, browser }: { suite: Suite; latchkey: TestedLatchkey; browser: Browser },
  plan: string,
  report: (module: string, result: ModuleResult) => void,
): Promise<void> {
  const { config, loginId } = await preparePlan(latchkey, suite.url, plan);
  const { id, modules } = await suite.createPlan(plan, plans[plan] ?? {}, config);
  for (const module of modules) {
    // Each module begins with a browser in which nobody has signed in.
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const operator = {
      visit: (url: string) => visit(page, url, { latchkey: latchkey.url, loginId, password }),
      rotateKeys: () => rotateKeys(latchkey),
    };
    report(module.testModule, await runModule(suite, id, module, operator));
    await context.close();
  }
}
