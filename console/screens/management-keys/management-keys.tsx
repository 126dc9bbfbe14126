import { Page } from '../../parts/page.tsx';

export default function ManagementKeys() {
  return <Page title="ManagementKeys">…</Page>;
}
