import { FormBrowser } from '../browser.ts';
import type { Answer } from '../harness.ts';
import { codeSentTo, secretSentTo } from '../messages.ts';
import { codeOfTotp, enrol, noticeOf } from './things.ts';
import { must, type Subject, type World } from './world.ts';

/** Something that happens to a subject, through a public door. */
type Event = (world: World, subject: Subject) => Promise<unknown>;

const newPassword = 'seven green bicycles uphill';

/** A session that no thing is about: the owner's, on another device. */
const signInAgain = async ({ manage }: World, { loginId }: Subject): Promise<string> =>
  (await manage('auth/signin', { loginId })).refreshJwt;

/** Completes a sign-in that awaits its second factor. */
async function completeByTotp(world: World, subject: Subject, refused: Answer): Promise<Answer['body']> {
  const code = codeOfTotp(world, subject);
  const asked = { loginId: subject.loginId, code, loginOptions: { mfa: true } };
  return must(await world.post('totp/verify', asked, refused.body.mfa.refreshJwt));
}

export const events = {
  async 'first proof of the address'({ latchkey, post }, { loginId }) {
    must(await post('otp/signup-in/email', { loginId }));
    const code = await codeSentTo(latchkey, loginId);
    const proven = await post('otp/verify/email', { loginId, code });
    // The owner may have to prove a second factor before they are signed in.
    if (!proven.body.mfa) must(proven);
  },
  async 'link of a security notice'({ latchkey }, subject) {
    const link = await noticeOf(latchkey, subject);
    const t = new URL(link, latchkey.baseUrl).searchParams.get('t') ?? '';
    const { status } = await new FormBrowser(latchkey).post(link, { t });
    if (status !== 200) throw new Error(`the link was refused: ${status}`);
  },
  'all sessions ended': ({ manage }, { loginId }) => manage('user/logout', { loginId }),
  async 'password changed'({ post }, subject) {
    const { loginId, refreshJwt } = subject;
    must(await post('password/update', { loginId, newPassword }, refreshJwt));
    subject.password = newPassword;
  },
  async 'password reset'(world, subject) {
    const { latchkey, post } = world;
    const { loginId } = subject;
    must(await post('password/reset', { loginId }));
    const opened = await post('magiclink/verify', { token: await secretSentTo(latchkey, loginId) });
    const { refreshJwt } = opened.body.mfa ? await completeByTotp(world, subject, opened) : must(opened);
    must(await post('password/update', { loginId, newPassword }, refreshJwt));
    subject.password = newPassword;
  },
  async 'factor removed'(world, subject) {
    if (!subject.totpKey) await enrol(world, { ...subject, refreshJwt: await signInAgain(world, subject) });
    await world.manage('user/totp/delete', { loginId: subject.loginId });
  },
  async 'factor replaced'(world, subject) {
    const other = subject.totpKey
      ? { ...subject }
      : { ...subject, refreshJwt: await signInAgain(world, subject) };
    if (!subject.totpKey) await enrol(world, other);
    await enrol(world, other);
  },
  'user disabled': ({ manage }, { loginId }) => manage('user/update/status', { loginId, status: 'disabled' }),
  async 'user enabled again'({ manage }, { loginId }) {
    await manage('user/update/status', { loginId, status: 'disabled' });
    await manage('user/update/status', { loginId, status: 'enabled' });
  },
  'user deleted': ({ manage }, { loginId }) => manage('user/delete', { loginId }),
  async 'role removed'({ manage, load }, subject) {
    const { loginId, tenantId } = subject;
    await manage('user/update/role/remove', { loginId, roleNames: (await load(subject)).roleNames });
    await manage('user/update/role/remove', { loginId, tenantId, roleNames: ['Member'] });
  },
  'membership ended': ({ manage }, { loginId, tenantId }) =>
    manage('user/update/tenant/remove', { loginId, tenantId }),
  async 'member again'({ manage, give }, subject) {
    const { loginId, tenantId } = subject;
    await manage('user/update/tenant/remove', { loginId, tenantId });
    await give(subject);
  },
  'tenant disabled': ({ manage }, { tenantId: id }) =>
    manage('tenant/update', { id, name: `Disabled ${id}`, disabled: true }),
  'tenant deleted': ({ manage }, { tenantId: id }) => manage('tenant/delete', { id }),
  async 'tenant created again'({ manage, give }, subject) {
    const { tenantId, enforcesSso } = subject;
    await manage('tenant/delete', { id: tenantId });
    await manage('tenant/create', { id: tenantId, name: `Another ${tenantId}` });
    if (enforcesSso) await manage('tenant/settings', { tenantId, enforceSSO: true });
    await give(subject);
  },
  'inheritance closed': ({ manage }, { tenantId: id }) =>
    manage('tenant/update', { id, name: `Closed ${id}`, roleInheritance: 'none' }),
  'sub-tenant disabled': ({ manage }, { subTenantId: id }) =>
    manage('tenant/update', { id, name: `Disabled ${id}`, disabled: true }),
  'sub-tenant deleted': ({ manage }, { subTenantId: id }) => manage('tenant/delete', { id }),
  async 'sub-tenant created again'({ manage }, { subTenantId: id, tenantId: parent }) {
    await manage('tenant/delete', { id });
    await manage('tenant/create', { id, name: `Another ${id}`, parent });
  },
  async 'consent withdrawn'(world, subject) {
    await world.manage('thirdparty/consents/delete', { userIds: [subject.userId] });
    must(await world.post('me/consent/impersonation/withdraw', {}, await signInAgain(world, subject)));
  },
  async 'provider deleted'({ latchkey, manage }, { provider, tenantId }) {
    if (provider) await manage('oauth/provider/delete', { provider });
    else must(await latchkey.manage('DELETE', `/v1/mgmt/sso/settings?tenantId=${tenantId}`));
  },
  'application grant removed': ({ manage }, { loginId, appId }) =>
    manage('user/update/ssoapp/remove', { loginId, ssoAppIds: [appId] }),
  async 'application disabled'({ latchkey, manage }, { appId }) {
    const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/load?id=${appId}`);
    const { name, oidcSettings } = body;
    await manage('sso/idp/app/oidc/update', { ...oidcSettings, id: appId, name, enabled: false });
  },
  'application deleted': ({ manage }, { appId, inboundAppId }) =>
    appId
      ? manage('sso/idp/app/delete', { id: appId })
      : manage('thirdparty/app/delete', { id: inboundAppId }),
  'client secret replaced': ({ manage }, { appId, inboundAppId }) =>
    appId
      ? manage('sso/idp/app/rotate', { id: appId })
      : manage('thirdparty/app/rotate', { id: inboundAppId }),
  'key revoked': ({ manage }, { accessKeyId, managementKeyId }) =>
    accessKeyId
      ? manage('accesskey/deactivate', { id: accessKeyId })
      : manage('managementkey/delete', { ids: [managementKeyId] }),
} satisfies Record<string, Event>;

export type EventName = keyof typeof events;
