import { Page } from '../../parts/page.tsx';

export default function Messages() {
  return <Page title="Messages">…</Page>;
}
