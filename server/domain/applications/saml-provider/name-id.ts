import type { ProjectContext } from '../../../core/context.ts';
import type { SamlName } from '../../../protocols/saml/logout.ts';
import {
  emailFormat,
  persistentFormat,
  transientFormat,
  unspecifiedFormat,
} from '../../../protocols/saml/names.ts';
import { samlIdpUrls } from '../../directory/applications/sso/sso-app.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { pairwiseName } from '../openid-provider/subject.ts';
import type { ServiceProvider } from './service-provider.ts';
import { withoutUnverified } from './shown-addresses.ts';
import { sessionIndexOf } from './single-logout/participant.ts';

/**
 * Returns the name of the user for the application: what its settings say, in the format that the request asks for.
 * `undefined` if the user has no such name, or none that may be sent.
 */
export async function nameIdOf(
  ctx: ProjectContext,
  sp: ServiceProvider,
  asked: string,
  { session, user: given }: { session: Pick<StartedSession['session'], 'id'>; user: StartedSession['user'] },
): Promise<SamlName | undefined> {
  const { app, settings, metadata } = sp;
  const user = withoutUnverified(settings, given);
  const type = settings.subjectNameIdType;
  const byType = { '': user.id, email: user.email, phone: user.phone }[type];
  const format =
    (asked === unspecifiedFormat ? '' : asked) ||
    settings.subjectNameIdFormat ||
    (type === 'email' ? emailFormat : (metadata.nameIdFormats[0] ?? unspecifiedFormat));
  switch (format) {
    case transientFormat:
      // One for each session, which says nothing about the user, nor that it is the session of another application.
      return { value: sessionIndexOf(ctx, session.id, app.id), format };
    case persistentFormat:
      return persistentName(ctx, sp, user.id);
    case emailFormat:
      return user.email ? { value: user.email, format } : undefined;
    default:
      if (asked && asked !== unspecifiedFormat && asked !== settings.subjectNameIdFormat) return undefined;
      return byType ? { value: byType, format } : undefined;
  }
}

/** saml-core §8.3.7: two service providers must not be able to tell from it that they have the same user. */
async function persistentName(
  ctx: ProjectContext,
  { app, settings, metadata: { entityId } }: ServiceProvider,
  userId: string,
): Promise<SamlName> {
  const format = persistentFormat;
  if (settings.persistentNameId !== 'pairwise') return { value: userId, format };
  const nameQualifier = samlIdpUrls(ctx, ctx.project.id, app.id).entityId;
  return {
    value: await pairwiseName(ctx, `saml:${entityId}`, userId),
    format,
    nameQualifiers: { nameQualifier, spNameQualifier: entityId },
  };
}
