import { Page } from '../../parts/page.tsx';

export default function Tenant() {
  return <Page title="Tenant">…</Page>;
}
