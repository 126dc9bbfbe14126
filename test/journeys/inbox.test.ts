import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueueMessage } from '../../server/delivery/outbox.ts';
import { transaction } from '../../server/storage/transaction.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { startReceiver } from '../counterparts/http-receiver.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';

let latchkey: Latchkey;
let browser: OpenPage;

beforeAll(async () => {
  latchkey = await startLatchkey();
  browser = await openPage();
});

afterAll(async () => {
  await browser.close();
  await latchkey.close();
});

async function send(request: Parameters<typeof enqueueMessage>[1]) {
  await transaction(latchkey.context, (ctx) => enqueueMessage(ctx, request));
  await latchkey.sendMessages();
}

describe('the inbox page', () => {
  test('shows messages with their codes and links, without accessibility violations', async () => {
    const { page } = browser;
    await page.goto(`${latchkey.baseUrl}/dev/inbox`);
    expect(await page.locator('main').innerText()).toContain('No messages yet.');
    await send({ kind: 'otp', channel: 'sms', to: '+12025550101', data: { code: '987654' } });
    const link = 'http://localhost:3000/verify?t=abc';
    await send({ kind: 'magicLink', channel: 'email', to: 'ada@example.com', data: { link } });
    await page.reload();
    expect(await page.locator('section').count()).toBe(2);
    expect(await page.getByRole('link', { name: link }).getAttribute('href')).toBe(link);
    expect(await page.getByText('987654', { exact: true }).count()).toBe(1);
    await page.getByText('Preview').click();
    const mail = page.frameLocator('iframe');
    expect(await mail.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(link);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Address or number').fill('ada@example.com');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.locator('section').count()).toBe(1);
  });

  test('runs and loads nothing of a mail', async () => {
    const elsewhere = await startReceiver(() => ({ status: 404 }));
    await latchkey.manage('POST', '/v1/mgmt/message/template/set', {
      kind: 'test',
      channel: 'email',
      locale: 'en',
      subject: '<img src=x onerror="document.title=1">',
      text: '</pre><script>document.title = "text"</script>',
      html: `<script>parent.document.title = "html"</script><img src="${elsewhere.url}/x.png">`,
    });
    await send({ kind: 'test', channel: 'email', to: 'eve@example.com', data: {} });
    const { page } = browser;
    await page.goto(`${latchkey.baseUrl}/dev/inbox?to=eve@example.com`);
    for (const summary of await page.locator('summary').all()) await summary.click();
    await page.frameLocator('iframe').locator('img').waitFor({ state: 'attached' });
    expect(await page.title()).toBe('Inbox');
    // Long enough for an image of this machine.
    await page.waitForTimeout(300);
    await elsewhere.close();
    expect(elsewhere.requests).toEqual([]);
  });
});
