import type { FastifyReply } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Language } from '../../../core/languages/language.ts';
import { sendPage } from '../../../http/page.ts';
import { ensureBrowserSecret } from '../../federation/relying-party/browser.ts';
import { checkOnPage, claimOnPage, removeOnPage } from '../../federation/sso-setup-links/claim-domains.ts';
import { createDirectoryToken } from '../../federation/sso-setup-links/directory-token.ts';
import { finishSetup, saveChoice } from '../../federation/sso-setup-links/progress.ts';
import { draftMapping, saveMapping } from '../../federation/sso-setup-links/save-mapping.ts';
import { saveSetup, testSetup } from '../../federation/sso-setup-links/setup.ts';
import { type OpenSetup, withCurrentSettings } from '../../federation/sso-setup-links/setup-link.ts';
import { type Query, readForm, readMappingForm, readProvider, text } from './forms.ts';
import type { SetupRequest } from './open.ts';
import { addressWith, type SetupView } from './shown.ts';
import type { StepId } from './steps.ts';
import { setupView } from './view.ts';

/** A form that a reader of the page has sent. */
export interface Posted {
  ctx: ProjectContext;
  setup: OpenSetup;
  language: Language;
  request: SetupRequest;
  reply: FastifyReply;
}

/** Does what the form says, and shows the page again, or the next step. */
export async function act(posted: Posted): Promise<FastifyReply> {
  const { ctx, setup, request } = posted;
  const body = request.body ?? {};
  const provider = readProvider(body['provider']);
  const domain = text(body['domain']).trim();
  switch (text(body['do'])) {
    case 'testAlone':
      return startTest(posted, testedAddress(setup));
    case 'test':
      return startTest(posted, `${addressWith(setup.link.address, { step: 'test' })}#test`);
    case 'choose':
      await saveChoice(ctx, setup, provider ?? 'other');
      return goTo(posted, 'connect');
    case 'claim':
      return orRefused(posted, 'domains', { domain }, async () => {
        await claimOnPage(ctx, setup, domain);
        return goTo(posted, 'domains');
      });
    case 'check':
      return orRefused(posted, 'domains', { domain }, async () => {
        const texts = await checkOnPage(ctx, setup, domain);
        return show(posted, { step: 'domains', looked: { domain, texts } });
      });
    case 'unclaim':
      await removeOnPage(ctx, setup, domain);
      return goTo(posted, 'domains');
    case 'preview':
    case 'map':
      return map(posted, body);
    case 'token':
      return orRefused(posted, 'directory', {}, async () => {
        const token = await createDirectoryToken(ctx, setup);
        return show(posted, { step: 'directory', token });
      });
    case 'finish':
      return orRefused(posted, 'test', {}, async () => {
        await finishSetup(ctx, setup);
        return goTo(posted, 'test');
      });
    default:
      return save(posted, { provider });
  }
}

function goTo({ setup, reply }: Posted, step: StepId, saved?: ''): FastifyReply {
  return reply.redirect(addressWith(setup.link.address, { step, saved }), 303);
}

/** Renders the page in the response to the form, which no cache keeps. */
async function show(
  { ctx, setup, language, reply }: Posted,
  view: Omit<SetupView, 'language'>,
  status = 200,
): Promise<FastifyReply> {
  const fresh = await withCurrentSettings(ctx, setup);
  reply.code(status).header('cache-control', 'no-store');
  return sendPage(reply, await setupView(ctx, fresh, { language, ...view }));
}

/** Shows the page with the reason if the form is refused. */
async function orRefused(
  posted: Posted,
  step: StepId,
  entered: { domain?: string },
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    return show(posted, { step, problem: { reason: error.message, code: error.code, ...entered } }, 400);
  }
}

async function map(posted: Posted, body: Query): Promise<FastifyReply> {
  const { ctx, setup } = posted;
  const form = readMappingForm(body);
  try {
    const { settings } = await draftMapping(ctx, setup, form);
    if (text(body['do']) === 'preview') return show(posted, { step: 'mapping', draft: { form, settings } });
    await saveMapping(ctx, setup, form);
    return goTo(posted, 'mapping', '');
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    const problem = { reason: error.message, code: error.code };
    return show(posted, { step: 'mapping', draft: { form }, problem }, 400);
  }
}

/** Sends the browser to the identity provider for a test. It comes back to `returnUrl`. */
export async function startTest(
  { ctx, setup, request, reply }: Posted,
  returnUrl: string,
): Promise<FastifyReply> {
  const browserSecret = ensureBrowserSecret(request, reply, ctx.baseUrl);
  return reply.redirect(await testSetup(ctx, setup, { returnUrl, browserSecret }), 303);
}

/** The page that shows the outcome of a test alone, for administrators of the project who come from the console. */
export function testedAddress({ link }: OpenSetup): string {
  return `${link.address}?tested`;
}

async function save(posted: Posted, { provider }: Pick<SetupView, 'provider'>): Promise<FastifyReply> {
  const { ctx, setup, request } = posted;
  const form = readForm(request.body ?? {});
  try {
    await saveSetup(ctx, setup, form);
    return goTo(posted, 'connect', '');
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    const { entityIds = [] } = (error.fields ?? {}) as { entityIds?: string[] };
    const refused = { form, reason: error.message, entityIds };
    return show(posted, { step: 'connect', provider, protocol: form.protocol, refused }, 400);
  }
}
