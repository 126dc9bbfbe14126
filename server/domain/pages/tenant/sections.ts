import type { SectionName } from './names.ts';
import { auditSection } from './sections/audit.ts';
import { domainsSection } from './sections/domains.ts';
import { membersSection } from './sections/members.ts';
import { overviewSection } from './sections/overview.ts';
import { provisioningSection } from './sections/provisioning.ts';
import { rolesSection } from './sections/roles.ts';
import { ssoSection } from './sections/sso.ts';
import type { Section } from './tenant-page.ts';

export const sections: Record<SectionName, Section> = {
  overview: overviewSection,
  members: membersSection,
  roles: rolesSection,
  sso: ssoSection,
  provisioning: provisioningSection,
  domains: domainsSection,
  audit: auditSection,
};
