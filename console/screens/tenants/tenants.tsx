import { Page } from '../../parts/page.tsx';

export default function Tenants() {
  return <Page title="Tenants">…</Page>;
}
