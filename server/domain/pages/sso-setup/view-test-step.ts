import type { ProjectContext } from '../../../core/context.ts';
import { type Html, html } from '../../../http/page.ts';
import { findLastTest, loadFailures } from '../../federation/sso/failures.ts';
import type { OpenSetup } from '../../federation/sso-setup-links/setup-link.ts';
import { shownRoles } from '../../federation/sso-setup-links/shown-roles.ts';
import { noticeOf } from '../hosted-pages/fields.ts';
import type { SetupView } from './shown.ts';
import { factOf, failuresView } from './view-facts.ts';
import { outcomeView } from './view-outcome.ts';

/** Offers a test, and shows what the last one found, and the last failures of sign-ins. */
export async function testStepView(
  ctx: ProjectContext,
  { link, loaded }: OpenSetup,
  { language, problem }: SetupView,
): Promise<Html> {
  const words = language.texts.ssoSetup;
  const test = await findLastTest(ctx, link.tenantId, link.connectionId);
  const failures = await loadFailures(ctx, link.tenantId, link.connectionId);
  const { ofOutcome } = await shownRoles(ctx, loaded, test?.outcome);
  const { groupMapping } = loaded.tenant.settings.ssoSetupSuite.disabledFeatures;
  const canTest = loaded.connection.protocol !== 'none';
  const form = html`<form method="post" action="${link.address}"><p><button name="do" value="test">${words.test}</button></p></form>`;
  return html`${noticeOf(problem?.reason)}
${factOf(
  'test',
  words.testHeading,
  html`<p>${words.testLead}</p>
${canTest ? form : html`<p class="hint">${words.notYet}</p>`}
${test && outcomeView(language, test, groupMapping ? undefined : ofOutcome)}`,
)}
${failuresView(language, failures)}`;
}
