import express from 'express';
import { latchkey } from './latchkey.js';
import { escapeHtml, page } from './page.js';
import { endSession, requireSession, startSession } from './session.js';

const app = express();
app.disable('x-powered-by');
app.use(express.urlencoded({ extended: false }));

// Accepts only forms of this site. Otherwise, another site could sign its visitors in to someone else's account.
app.use((req, res, next) => {
  if (req.method !== 'POST' || req.get('sec-fetch-site') === 'same-origin') return next();
  res.status(403).send(page('Rejected', '<p>This form was sent from another site.</p>'));
});

app.get('/', (_req, res) => res.redirect('/account'));

const loginForm = `<form method="post">
  <label>Email <input name="email" type="email" autocomplete="username" required></label>
  <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
  <button>Sign in</button>
</form>`;

app.get('/login', (_req, res) => res.send(page('Sign in', loginForm)));

app.post('/login', async (req, res) => {
  const { email = '', password = '' } = req.body ?? {};
  const signedIn = await latchkey.password.signIn(email, password);
  if (!signedIn.ok) {
    const status = signedIn.code === 0 ? 502 : signedIn.code;
    return res.status(status).send(page('Sign in', loginForm, signedIn.error.errorMessage));
  }
  startSession(res, signedIn.data);
  res.redirect(303, '/account');
});

app.get('/account', requireSession, async (req, res) => {
  const me = await latchkey.me(req.session.refreshJwt);
  if (!me.ok) return res.redirect(303, '/login');
  res.send(
    page(
      'Account',
      `<p>Signed in as ${escapeHtml(me.data.email)}</p>
<form method="post" action="/logout"><button>Sign out</button></form>`,
    ),
  );
});

app.post('/logout', async (req, res) => {
  await endSession(req, res);
  res.redirect(303, '/login');
});

const port = Number(process.env.PORT ?? 3000);
app.listen(port, 'localhost', () => console.log(`http://localhost:${port}`));
