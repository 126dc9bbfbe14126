import { Page } from '../../parts/page.tsx';

export default function Apps() {
  return <Page title="Apps">…</Page>;
}
