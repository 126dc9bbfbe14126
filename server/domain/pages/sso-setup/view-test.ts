import type { ProjectContext } from '../../../core/context.ts';
import type { Language } from '../../../core/languages/language.ts';
import { html, type Page } from '../../../http/page.ts';
import { findLastTest } from '../../federation/sso/failures.ts';
import type { OpenSetup } from '../../federation/sso-setup-links/setup-link.ts';
import { shownRoles } from '../../federation/sso-setup-links/shown-roles.ts';
import { cardOf } from '../hosted-pages/views.ts';
import { setupPage } from './layout.ts';
import { identityProviderAddress, tenantNameOf } from './shown.ts';
import { outcomeView } from './view-outcome.ts';

/** Renders the outcome of a test alone, for an administrator of the project, who has the settings in the console. */
export async function testView(
  ctx: Pick<ProjectContext, 'baseUrl' | 'db' | 'project'>,
  setup: OpenSetup,
  language: Language,
): Promise<Page> {
  const { link, loaded } = setup;
  const words = language.texts.ssoSetup;
  const test = await findLastTest(ctx, link.tenantId, link.connectionId);
  const { ofOutcome } = await shownRoles(ctx, loaded, test?.outcome);
  return setupPage(ctx.project, {
    language,
    title: words.testTitle,
    endsAt: identityProviderAddress(setup),
    body: cardOf(
      words.testTitle,
      html`<p class="lead">${tenantNameOf(setup)}</p>`,
      test && outcomeView(language, test, ofOutcome),
      html`<p>${words.testDone}</p>`,
      html`<form method="post" action="${link.address}"><p><button name="do" value="testAlone">${words.testAgain}</button></p></form>`,
    ),
  });
}
