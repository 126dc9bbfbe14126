import type { Actor, ProjectContext } from '../../../core/context.ts';
import { withQuery } from '../../../core/url.ts';
import { loadSsoApp } from '../../directory/applications/sso/load-app.ts';

/** A sign-in that shows what an application would get. It is not stored: it issues nothing that could be used twice. */
export interface BegunTest {
  appId: string;
  scope: string;
  /** The administrator or management key. */
  begunBy: Pick<Actor, 'type' | 'id'>;
  begunAt: number;
}

export const testPath = '/v1/auth/applications/test';

const lifetimeMs = 10 * 60_000;

/** Returns the address at which a user signs in for the test. Throws E111802 for an unknown application. */
export async function beginTest(
  ctx: ProjectContext,
  { appId, scope }: { appId: string; scope: string },
): Promise<string> {
  await loadSsoApp(ctx, appId);
  const { type, id } = ctx.actor;
  const test: BegunTest = { appId, scope, begunBy: { type, id }, begunAt: ctx.now() };
  return withQuery(`${ctx.baseUrl}${testPath}`, {
    project: ctx.project.id,
    request: ctx.sealer.seal(JSON.stringify(test), purposeOf(ctx)),
  });
}

/** Returns `undefined` for what was not sealed here, or too long ago. */
export function readTest(ctx: ProjectContext, sealed: string): BegunTest | undefined {
  try {
    const test = JSON.parse(ctx.sealer.unseal(sealed, purposeOf(ctx))) as BegunTest;
    return test.begunAt + lifetimeMs > ctx.now() ? test : undefined;
  } catch {
    return undefined;
  }
}

function purposeOf({ project }: ProjectContext): string {
  return `application-test:${project.id}`;
}
