import { Page } from '../../parts/page.tsx';

export default function Snapshot() {
  return <Page title="Snapshot">…</Page>;
}
