import type { SimReply } from '../http.ts'
import { roleNamesOf } from '../world/roles.ts'
import type { Person } from '../world/types.ts'
import type { Account, AccountGroup } from './accounts.ts'
import { escapeHtml, page } from './page.ts'
import { describePermission } from './permissions.ts'
import { describeRefusal, type IdentityRefusal, type Trace } from './refusals.ts'

/** Renders the page on which a user chooses an account. No simulated user has a password. */
export function pickerPage({
  purpose,
  groups,
}: {
  readonly purpose: string
  readonly groups: readonly AccountGroup[]
}): SimReply {
  return page(
    200,
    'Sign in',
    `<h1>Pick a person</h1>
<p>${escapeHtml(purpose)}</p>
<form method="post">
${groups.map(peopleList).join('\n')}
<div class="actions"><button name="cancel" value="true">Cancel</button></div>
</form>
<h2>Another account</h2>
<form method="post">
<label for="account">Address</label>
<div class="account">
<input id="account" name="account" type="email" required autocomplete="off">
<button>Next</button>
</div>
</form>`,
  )
}

/** Renders the permissions that the app asks for, with Accept and Cancel. */
export function consentPage(options: {
  readonly appName: string
  readonly account: Account
  readonly permissions: readonly string[]
}): SimReply {
  const { account } = options
  return page(
    200,
    'Permissions requested',
    `<p>${escapeHtml(account.person.userPrincipalName)}</p>
<h1>Permissions requested</h1>
<p>Review for your organization: ${escapeHtml(account.home.displayName)}</p>
<h2 id="permissions">${escapeHtml(options.appName)} would like to:</h2>
<ul aria-labelledby="permissions">
${options.permissions.map(permissionItem).join('\n')}
</ul>
<p>If you accept, this app will get access to the specified resources for all users in your organization. No one else will be prompted to review these permissions.</p>
<form method="post">
<input type="hidden" name="person" value="${escapeHtml(account.person.id)}">
<div class="actions">
<button name="cancel" value="true">Cancel</button>
<button class="primary" name="accept" value="true">Accept</button>
</div>
</form>`,
  )
}

/** Renders the page for a user who is no administrator, with a link back to the app. */
export function needAdminPage(refusal: IdentityRefusal, trace: Trace, returnTo: string): SimReply {
  return page(
    refusal.kind.status,
    'Need admin approval',
    `<h1>Need admin approval</h1>
<p>${escapeHtml(describeRefusal(refusal, trace))}</p>
<p><a href="">Have an admin account? Sign in with that account</a></p>
<p><a href="${escapeHtml(returnTo)}">Return to the application without granting consent</a></p>`,
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

function peopleList({ home, heading, people }: AccountGroup): string {
  if (people.length === 0) return ''
  const id = `people-${home.id}`
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

function permissionItem(name: string): string {
  return `<li class="permission">${escapeHtml(describePermission(name))}<span>${escapeHtml(name)}</span></li>`
}
