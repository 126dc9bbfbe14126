import { ssoAdmin, userAdmin } from '../../../core/built-in-rights.ts';

/** The sections of the page, in their order. */
export const sectionNames = [
  'overview',
  'members',
  'roles',
  'sso',
  'provisioning',
  'domains',
  'audit',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Returns the IDs of the permissions, one of which opens the section. */
export function rightsOf(section: SectionName): string[] {
  if (section === 'overview') return [userAdmin.id, ssoAdmin.id];
  return [section === 'sso' ? ssoAdmin.id : userAdmin.id];
}
