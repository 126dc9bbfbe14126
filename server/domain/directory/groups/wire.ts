import { type Static, t } from '../../../http/schema.ts';
import { type Group, maxIdentities } from './user-group.ts';

/** A required text: an empty one is refused as missing. */
const filled = { emptyIsAbsent: true, maxLength: 2_048 };

const scope = {
  tenantId: t.text({ ...filled, description: 'The tenant whose identity provider has the groups' }),
  ssoId: t.reference({ description: 'Only groups of this SSO connection' }),
};

export const groupsInput = t.object(scope);
export const groupInput = t.object({
  ...scope,
  groupId: t.text({ ...filled, description: 'The name of the group, or its ID in the directory' }),
});
export const memberGroupsInput = t.object({
  ...scope,
  userIds: t.optional(t.list(t.text({ maxLength: 255 }))),
  loginIds: t.optional(t.list(t.text({ maxLength: 1_024 }), { maxItems: 100 })),
});

/** The Java and Go SDKs expect a bare list. */
export const groupsOutput = t.list(
  t.object(
    {
      id: t.text(),
      display: t.text(),
      members: t.list(t.object({ loginId: t.text(), userId: t.text(), display: t.text() }), {
        maxItems: maxIdentities,
      }),
      source: t.choice(['scim', 'jit'], {
        description:
          'scim: sent by the tenant’s directory; jit: reported by the identity provider at sign-in',
      }),
      ssoId: t.text(),
    },
    { $id: 'Group' },
  ),
  { maxItems: 1_000_000 },
);

export function groupToWire({
  id,
  name,
  source,
  connectionId,
  members,
}: Group): Static<typeof groupsOutput>[number] {
  return {
    id,
    display: name,
    members: members.map(({ userId, loginId, name: display }) => ({ loginId, userId, display })),
    source,
    ssoId: connectionId,
  };
}
