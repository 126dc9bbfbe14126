import { Page } from '../../parts/page.tsx';

export default function Methods() {
  return <Page title="Methods">…</Page>;
}
