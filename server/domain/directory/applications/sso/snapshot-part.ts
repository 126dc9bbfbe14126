import { isDeepStrictEqual } from 'node:util';
import type { ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { type Static, t } from '../../../../http/schema.ts';
import { part, readFile } from '../../../snapshot-part.ts';
import { changeSsoApp } from './change-app.ts';
import { createSsoApp } from './create-app.ts';
import { isForeignClientId } from './find-client.ts';
import { loadSsoApps } from './load-app.ts';
import { type GroupsMapping, newClientId, type SsoApp, type SsoAppType } from './sso-app.ts';
import {
  createOidcInput,
  createSamlInput,
  createWsfedInput,
  oidcFromWire,
  samlFromWire,
  wsfedFromWire,
} from './wire-input.ts';

const id = t.text({ maxLength: 255, emptyIsAbsent: true });

const oidc = t.object({
  ...t.without(createOidcInput, 'clientSecret').properties,
  id,
  type: t.choice(['oidc']),
});
const saml = t.object({ ...createSamlInput.properties, id, type: t.choice(['saml']) });
const wsfed = t.object({ ...createWsfedInput.properties, id, type: t.choice(['wsfed']) });
const schemas = { oidc, saml, wsfed };

type File = Static<typeof oidc> | Static<typeof saml> | Static<typeof wsfed>;

export const ssoApplicationsPart = part<File>({
  name: 'ssoApplications',
  paths: /^ssoApplications\/[^/]+\.json$/,
  async export(ctx) {
    const apps = await loadSsoApps(ctx);
    return Object.fromEntries(apps.map((app) => [pathOf(app.id), toFile(ctx, app)]));
  },
  read(value) {
    const { type } = readFile(t.object({ type: t.choice(['oidc', 'saml', 'wsfed']) }), {
      type: (value as { type?: unknown } | null)?.type,
    });
    return readFile(schemas[type] as typeof oidc, value);
  },
  pathOf: ({ id }) => pathOf(id),
  async write({ ctx, note }, file, current) {
    const { id, type, enabled = true, customAttributes = {} } = file;
    const app = { ...fromFile(file), enabled, customAttributes };
    const clientId = 'clientId' in file ? file.clientId : undefined;
    const before = current && 'clientId' in current ? current.clientId : undefined;
    const isForeign =
      clientId !== undefined && clientId !== before && (await isForeignClientId(ctx, clientId));
    if (isForeign) {
      const own = before ?? newClientId(ctx.project.id, id);
      note(
        `the client ID ${clientId} belongs to another project, so the application has the client ID ${own} here. Enter it in the application`,
      );
    }
    if (!current) {
      await createSsoApp(ctx, { id, clientId: isForeign ? undefined : clientId, ...app });
      return;
    }
    if (isForeign && isDeepStrictEqual({ ...file, clientId: before }, { ...current, clientId: before }))
      return 'same';
    if (current.type !== type || (clientId !== before && !isForeign)) {
      throw new ServiceError(
        'E011004',
        `${id} exists with another type or client ID, which cannot be changed`,
      );
    }
    await changeSsoApp(ctx, id, app);
    return;
  },
});

function pathOf(id: string): string {
  return `ssoApplications/${id}.json`;
}

/** Returns the file of an application. A client ID derived from the project ID is left out, because it differs elsewhere. */
function toFile(ctx: ProjectData, app: SsoApp): unknown {
  const { id, type, name, description, logo, enabled, clientId, customAttributes } = app;
  const isOwn = clientId === '' || clientId === newClientId(ctx.project.id, id);
  return {
    id,
    type,
    name,
    description,
    logo,
    enabled,
    customAttributes,
    ...(!isOwn && { clientId }),
    ...settingsOf(app, type),
  };
}

/** Returns the settings with roles by name, because IDs are those of another project. */
function settingsOf({ settings }: SsoApp, type: SsoAppType): object {
  if (type === 'oidc') return settings.oidc;
  const groupsMapping = settings[type].groupsMapping.map(({ roles, ...group }: GroupsMapping) => ({
    ...group,
    roles: roles.map(({ name }) => ({ name })),
  }));
  return { ...settings[type], groupsMapping };
}

function fromFile(file: File) {
  switch (file.type) {
    case 'oidc': {
      const { id: _, type: __, clientId: ___, ...input } = file;
      return oidcFromWire(input);
    }
    case 'saml': {
      const { id: _, type: __, ...input } = file;
      return samlFromWire(input);
    }
    case 'wsfed': {
      const { id: _, type: __, ...input } = file;
      return wsfedFromWire(input);
    }
  }
}
