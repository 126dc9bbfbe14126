import type { ProjectContext } from '../../../core/context.ts';
import type { Client } from '../../applications/openid-provider/client.ts';
import type { Asked } from '../../applications/openid-provider/consent.ts';
import type { Place } from '../../applications/openid-provider/place.ts';

/** The request that a consent page was shown for. It is sealed into the form, so an answer counts for this request and session only. */
export interface AskedFor {
  /** The path of the authorization request, with its query. */
  path: string;
  place: Place;
  sessionId: string;
  /** The scopes that the page showed. The answer allows these, also if the settings change meanwhile. */
  shown: Asked;
}

const lifetimeMs = 10 * 60_000;

/** The form contains what the page said, which the settings allow to be long. */
export const consentFormBytes = 2 * 1024 * 1024;

export function sealAsked(ctx: ProjectContext, client: Client, asked: AskedFor): string {
  return ctx.sealer.seal(
    JSON.stringify({ ...asked, until: ctx.now() + lifetimeMs }),
    purposeOf(ctx, client.id),
  );
}

/** Returns `undefined` for what we did not seal for this client, or too long ago. */
export function unsealAsked(ctx: ProjectContext, clientId: string, sealed: string): AskedFor | undefined {
  try {
    const { until, ...asked } = JSON.parse(
      ctx.sealer.unseal(sealed, purposeOf(ctx, clientId)),
    ) as AskedFor & {
      until: number;
    };
    return until > ctx.now() ? asked : undefined;
  } catch {
    return undefined;
  }
}

function purposeOf({ project }: ProjectContext, clientId: string): string {
  return `consent:${project.id}:${clientId}`;
}
