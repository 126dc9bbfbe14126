import { Page } from '../../parts/page.tsx';

export default function User() {
  return <Page title="User">…</Page>;
}
