import { group } from '../../group.ts';
import { projectEndpoints } from './endpoints.ts';
import { sealedApplicationKeys } from './keys/application-keys.ts';
import { sealedAssertionKeys } from './keys/assertion-keys.ts';
import { sealedSigningKeys } from './keys/signing-keys.ts';
import { mountLogos } from './logos/pages.ts';
import { logosPart } from './logos/snapshot-part.ts';
import { mountKeyPages } from './pages.ts';
import { settingsPart } from './snapshot-part.ts';

export const projects = group({
  name: 'project/projects',
  tables: {
    projects: { stays: 'the first line of the file has the project' },
    signingKeys: { key: 'id' },
    applicationKeys: { key: 'id' },
    assertionKeys: { key: 'id' },
    logos: { key: 'name' },
  },
  endpoints: projectEndpoints,
  pages(app, service) {
    mountKeyPages(app, service);
    mountLogos(app, service);
  },
  sealed: [sealedSigningKeys, sealedApplicationKeys, sealedAssertionKeys],
  snapshot: [logosPart, settingsPart],
});
