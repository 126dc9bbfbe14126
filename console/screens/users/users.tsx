import { Page } from '../../parts/page.tsx';

export default function Users() {
  return <Page title="Users">…</Page>;
}
