import { htmlReply, type SimReply } from '../http.ts'
import { roleNamesOf } from '../world/roles.ts'
import type { Person, Tenant } from '../world/types.ts'
import { describeRefusal, type IdentityRefusal, type Trace } from './refusals.ts'

const STYLE = `
:root { color-scheme: light dark; --back: #f3f4f6; --card: #fff; --text: #1b1f24; --soft: #4d5662;
  --line: #767f8c; --accent: #0b5a54; --hover: #e6f1f0; --notice: #fff4d6; --notice-text: #4a3600; }
@media (prefers-color-scheme: dark) { :root { --back: #14171b; --card: #1e2329; --text: #f0f2f5;
  --soft: #b4bcc8; --line: #7d8794; --accent: #7fd1c8; --hover: #263238; --notice: #3d3212;
  --notice-text: #ffe9b0; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--back); color: var(--text); font: 16px/1.5 system-ui, "Segoe UI", sans-serif; }
main { width: 100%; max-width: 480px; background: var(--card); border-radius: 8px; padding: 24px;
  box-shadow: 0 2px 12px rgb(0 0 0 / 15%); }
h1 { font-size: 24px; line-height: 1.25; margin: 16px 0 4px; }
h2 { font-size: 16px; margin: 24px 0 8px; }
p { margin: 8px 0; color: var(--soft); overflow-wrap: anywhere; }
.notice { margin: 0; padding: 8px 12px; border-radius: 4px; background: var(--notice);
  color: var(--notice-text); font-weight: 600; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
button { font: inherit; color: inherit; background: transparent; border: 1px solid var(--line);
  border-radius: 6px; padding: 8px 12px; min-height: 44px; cursor: pointer; }
button:hover { background: var(--hover); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.person { width: 100%; text-align: start; }
.person strong, .person span { display: block; overflow-wrap: anywhere; }
.person span { color: var(--soft); font-size: 14px; }
.actions { margin-top: 24px; display: flex; justify-content: flex-end; }
`

const NOTICE = 'Simulated Microsoft – this is not Microsoft'

export interface PickerOptions {
  readonly appName: string
  readonly members: Tenant
  readonly strangers: Tenant
}

/** Where a person says who they are. Nobody here has a password. */
export function pickerPage({ appName, members, strangers }: PickerOptions): SimReply {
  return page(
    200,
    'Sign in',
    `<h1>Pick a person</h1>
<p>Sign in to ${escapeHtml(appName)} as one of these invented people.</p>
<form method="post">
${peopleList(members, members.displayName)}
${peopleList(strangers, `Another directory: ${strangers.displayName}`)}
<div class="actions"><button name="cancel" value="true">Cancel</button></div>
</form>`,
  )
}

/** Microsoft shows what is wrong with a request itself where it cannot trust the way back. */
export function refusalPage(refusal: IdentityRefusal, trace: Trace): SimReply {
  return page(
    refusal.kind.status,
    'Sign-in failed',
    `<h1>Sorry, but we’re having trouble signing you in</h1>
<p>${escapeHtml(describeRefusal(refusal, trace))}</p>`,
  )
}

export function signedOutPage(): SimReply {
  return page(
    200,
    'Signed out',
    `<h1>You signed out of your account</h1>
<p>It’s a good idea to close all browser windows.</p>`,
  )
}

/** response_mode=form_post: the browser carries the answer back in a form of its own. */
export function formPostPage(redirectUri: string, fields: URLSearchParams): SimReply {
  const inputs = [...fields].map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return page(
    200,
    'Continue',
    `<h1>You are signed in</h1>
<form method="post" action="${escapeHtml(redirectUri)}">
${inputs.join('\n')}
<div class="actions"><button>Continue</button></div>
</form>
<script>document.forms[0].submit()</script>`,
  )
}

function peopleList(tenant: Tenant, heading: string): string {
  const people = tenant.people.filter((person) => person.accountEnabled)
  const id = `people-${tenant.id}`
  return `<h2 id="${id}">${escapeHtml(heading)}</h2>
<ul aria-labelledby="${id}">
${people.map(personButton).join('\n')}
</ul>`
}

function personButton(person: Person): string {
  const roles = roleNamesOf(person.roleTemplateIds)
  return `<li><button class="person" name="person" value="${person.id}">
<strong>${escapeHtml(person.displayName)}</strong>
<span>${escapeHtml(person.userPrincipalName)}</span>
<span>${escapeHtml(roles.length > 0 ? roles.join(', ') : 'No directory role')}</span>
</button></li>`
}

function page(status: number, title: string, content: string): SimReply {
  const reply = htmlReply(
    status,
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${NOTICE}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="notice">${NOTICE}</p>
${content}
</main>
</body>
</html>
`,
  )
  return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store, no-cache' } }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
