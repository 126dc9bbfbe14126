import { Page } from '../../parts/page.tsx';

export default function Providers() {
  return <Page title="Providers">…</Page>;
}
