import { Page } from '../../parts/page.tsx';

export default function Administrators() {
  return <Page title="Administrators">…</Page>;
}
