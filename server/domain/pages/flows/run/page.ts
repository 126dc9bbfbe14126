import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { isWebUrl, withQuery } from '../../../../core/url.ts';
import { isAllowedRedirect } from '../../../project/projects/redirect-urls.ts';
import type { Place } from '../../hosted-pages/flow.ts';
import { type ExecutionState, type Page, wholeId } from './execution.ts';

/** The component removes these from the address when it reads them. */
const ownParameters = ['descope-login-flow', 't', 'code', 'err'];

/** Longer addresses would make the header of the first nonce too long. */
const maxAddressLength = 1_024;

/**
 * Reads the page that the component is on. Throws E011004 if it names a return address that the project does not allow, and E501001 if an app
 * waits for the session, which only `flow/exchange` could give it.
 */
export function readPage(ctx: ProjectContext, options: Record<string, unknown>): Page {
  const { redirectAuth } = options as { redirectAuth?: { codeChallenge?: unknown } | null };
  if (redirectAuth?.codeChallenge) {
    throw new ServiceError(
      'E501001',
      'options.redirectAuth: flows that return to a native app are not supported. Use a web view, or the SDK’s methods',
    );
  }
  const redirectUrl = textIn(options, 'redirectUrl');
  if (redirectUrl !== '' && !isAllowedRedirect(ctx, redirectUrl)) {
    throw new ServiceError(
      'E011004',
      'redirectUrl is not on the project’s list of redirect URLs. Add it to the list, or use a URL that is on it',
    );
  }
  const url = plainAddress(redirectUrl) || plainAddress(textIn(options, 'location'));
  const { deviceInfo } = options as { deviceInfo?: { webAuthnSupport?: unknown } | null };
  return {
    url,
    origin: url ? new URL(url).origin : '',
    hasPasskeys: deviceInfo?.webAuthnSupport !== false,
  };
}

export function textIn(values: Record<string, unknown>, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

function plainAddress(text: string): string {
  if (text.length > maxAddressLength || !isWebUrl(text)) return '';
  const url = new URL(text);
  for (const name of ownParameters) url.searchParams.delete(name);
  url.hash = '';
  return url.href;
}

/** Where messages and other sites let the browser go on with the execution. */
export function placeOf(
  { page, depth }: Pick<ExecutionState, 'page' | 'depth'>,
  { flowId, id, origin }: { flowId: string; id: string; origin: string },
): Place {
  const resuming = (stepId: number) =>
    page.url && withQuery(page.url, { 'descope-login-flow': `${wholeId(flowId, id)}_${stepId}` });
  return {
    isOwn: false,
    origin,
    // The link belongs to the screen that follows. Without an address, it opens our own page.
    linkTarget: resuming(depth + 1) || undefined,
    // Without an address, the code goes to a page that does not know the execution.
    ...(page.url && { collectedBy: id }),
    returnTo: () => resuming(depth),
  };
}
