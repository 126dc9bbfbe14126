import { describe, expect, test } from 'vitest';
import { mappedRoleIds } from './role-mapping.ts';

const settings = {
  defaultRoleIds: ['member'],
  roleMappings: [
    { roleId: 'admin', groups: ['admins', 'owners'] },
    { roleId: 'seller', groups: ['sales'] },
    { roleId: 'reader', groups: ['sales', 'admins'] },
  ],
  groupsPriority: [],
};

describe('roles of a user from an identity provider', () => {
  test('all users have the default roles, even without any group', () => {
    expect(mappedRoleIds(settings, [])).toEqual(['member']);
  });

  test('each mapping that names one of the groups grants its role, once', () => {
    expect(mappedRoleIds(settings, ['admins', 'owners', 'sales'])).toEqual([
      'member',
      'admin',
      'seller',
      'reader',
    ]);
    expect(mappedRoleIds({ ...settings, defaultRoleIds: ['reader'] }, ['sales'])).toEqual([
      'reader',
      'seller',
    ]);
  });

  test('groups are compared literally', () => {
    expect(mappedRoleIds(settings, ['Admins', ' sales', 'admin'])).toEqual(['member']);
  });

  test('with a priority list, only the first of its groups that the user is in counts', () => {
    const ranked = { ...settings, groupsPriority: ['owners', 'sales', 'admins'] };
    expect(mappedRoleIds(ranked, ['admins', 'sales'])).toEqual(['member', 'seller', 'reader']);
    expect(mappedRoleIds(ranked, ['admins', 'sales', 'owners'])).toEqual(['member', 'admin']);
  });

  test('groups that are not on the priority list grant nothing', () => {
    expect(mappedRoleIds({ ...settings, groupsPriority: ['owners'] }, ['sales', 'admins'])).toEqual([
      'member',
    ]);
  });
});
