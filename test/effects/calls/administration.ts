import { administrationProjectId } from '../../../server/core/administration.ts';
import { makeFirstLink } from '../../../server/domain/administration/administrators/first-link.ts';
import {
  type ConsolePage,
  cookieName,
  openConsole,
  type SignedInAdministrator,
  sentByPage,
} from '../../administrators.ts';
import { Authenticator, pageOrigin } from '../../counterparts/authenticator.ts';
import { type Call, must, type Ready, type World } from '../world.ts';

/** A request from a page of the console. */
function fromConsole({ latchkey }: World, page: ConsolePage, input: object = {}, method = 'POST'): Ready {
  const cookie = `${cookieName}=${page.cookie()}`;
  return {
    input,
    projectId: administrationProjectId,
    headers: { ...sentByPage(latchkey, method), ...(page.cookie() && { cookie }) },
  };
}

/** A request of an owner from a page of the console, to another project if one is named. */
async function byOwner(
  world: World,
  input: object = {},
  projectId = administrationProjectId,
): Promise<Ready> {
  return { ...fromConsole(world, await world.owner(), input), projectId, token: '' };
}

export const administrationCalls: Record<string, Call> = {
  // Comes first: the link works until there is an owner.
  'console.start': async (world) => {
    const token = await makeFirstLink(world.latchkey.service);
    const input = { token, loginId: `${world.name('owner')}@example.com`, name: 'Oscar Owner' };
    return fromConsole(world, openConsole(world.latchkey), input);
  },
  'management.project.delete': async (world) =>
    byOwner(world, {}, (await world.latchkey.addProject()).projectId),
  'management.project.clone': (world) =>
    byOwner(world, { name: world.name('Clone') }, world.latchkey.projectId),
  'management.project.exportSnapshot': () => ({}),
  'management.project.validateSnapshot': async ({ manage }) => ({
    input: { files: (await manage('project/snapshot/export', {})).files },
  }),
  'management.project.importSnapshot': async (world) => {
    const { projectId, managementKey } = await world.latchkey.addProject();
    const bearer = `${projectId}:${managementKey}`;
    const path = '/v1/mgmt/project/snapshot/export';
    const { files } = must(await world.latchkey.request('POST', path, { bearer, body: {} }));
    return byOwner(world, { files }, projectId);
  },
  'console.load': async (world) => fromConsole(world, await world.owner(), {}, 'GET'),
  'console.account': async (world) => fromConsole(world, await world.owner(), {}, 'GET'),
  'console.createProject': (world) => byOwner(world, { name: world.name('Project') }),
  'console.setRoles': async (world) => {
    const { userId } = must(await (await world.administrator()).request('GET', '/v1/auth/me'));
    return byOwner(world, { userId, role: 'auditor', projects: [] });
  },
  'console.endSessions': async (world) => {
    const administrator = await world.administrator();
    await administrator.signIn();
    return fromConsole(world, administrator);
  },
  'console.changeLoginId': async (world) =>
    fromConsole(world, await world.administrator(), { loginId: `${world.name('admin')}@example.com` }),
  'console.removeTotp': async (world) => {
    const administrator = await world.administrator();
    await addPasskey(administrator);
    return fromConsole(world, administrator);
  },
  'console.removePasskey': async (world) => {
    const administrator = await world.administrator();
    await addPasskey(administrator);
    const { passkeys } = must(await administrator.request('GET', '/v1/console/account'));
    return fromConsole(world, administrator, { credentialId: passkeys[0].id });
  },
};

async function addPasskey(page: SignedInAdministrator): Promise<void> {
  const input = { loginId: page.loginId, origin: pageOrigin };
  const begun = must(await page.request('POST', '/v1/auth/webauthn/update/start', { body: input }));
  const body = { transactionId: begun.transactionId, response: new Authenticator().create(begun.options) };
  must(await page.request('POST', '/v1/auth/webauthn/update/finish', { body }));
}
