import { Page } from '../../parts/page.tsx';

export default function Roles() {
  return <Page title="Roles">…</Page>;
}
