import { createClient } from '@latchkey/client';

const { PROJECT_ID, MANAGEMENT_KEY, BASE_URL } = process.env;

export const latchkey = createClient({
  projectId: PROJECT_ID ?? '',
  managementKey: MANAGEMENT_KEY,
  baseUrl: BASE_URL ?? 'http://localhost:8080',
});
