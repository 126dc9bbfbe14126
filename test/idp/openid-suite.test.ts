import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trustedCertificate } from '../counterparts/certificate.ts';
import { launchChromium } from '../counterparts/chromium.ts';
import { problemOf } from './conformance/judge.ts';
import { plans } from './conformance/plans.ts';
import { runPlan } from './conformance/run-plan.ts';
import { startTestedLatchkey } from './conformance/start-latchkey.ts';
import { startSuite } from './conformance/start-suite.ts';
import { prepareProject } from './conformance/tested-latchkey.ts';

// The OpenID Foundation's conformance suite, where OPENID_SUITE names the folder in which it was built (docs/conformance-openid.md).

const home = process.env['OPENID_SUITE'] ?? '';
const skipped = home ? '' : ' (skipped: OPENID_SUITE is not set)';

describe.skipIf(!home)(`the conformance suite of the OpenID Foundation${skipped}`, () => {
  let running: Awaited<ReturnType<typeof startSuite>>;
  let latchkey: Awaited<ReturnType<typeof startTestedLatchkey>>;
  let browser: Browser;

  beforeAll(async () => {
    const certificate = trustedCertificate();
    [running, latchkey, browser] = await Promise.all([
      startSuite(home, certificate),
      startTestedLatchkey(certificate),
      launchChromium(),
    ]);
    await prepareProject(latchkey);
  });
  afterAll(async () => {
    await browser?.close();
    await running?.stop();
    await latchkey?.stop();
  });

  test.each(Object.keys(plans))(
    'finds nothing in %s that is not known',
    async (plan) => {
      const problems: string[] = [];
      let modules = 0;
      await runPlan({ suite: running.suite, latchkey, browser }, plan, (module, result) => {
        modules += 1;
        const problem = problemOf(plan, module, result);
        if (problem) problems.push(problem);
      });
      expect(modules).toBeGreaterThan(0);
      expect(problems).toEqual([]);
    },
    60 * 60_000,
  );
});
