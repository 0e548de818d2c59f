import type { SimReply } from '../http.ts'
import { roleNamesOf } from '../world/roles.ts'
import type { Person } from '../world/types.ts'
import type { Account, AccountGroup } from './accounts.ts'
import { escapeHtml, page } from './page.ts'
import { describePermission } from './permissions.ts'
import { describeRefusal, type IdentityRefusal, type Trace } from './refusals.ts'

export interface PickerOptions {
  readonly purpose: string
  readonly groups: readonly AccountGroup[]
  /** The address that the app expects; its person comes first. */
  readonly loginHint: string | null
}

/** Where a person says who they are. Nobody here has a password. */
export function pickerPage({ purpose, groups, loginHint }: PickerOptions): SimReply {
  const expected = groups.flatMap(({ home, people }) =>
    people.filter((person) => isHinted(person, loginHint)).map((person) => ({ home, person })),
  )
  const suggested = expected.map(({ home, person }) => ({
    home: { ...home, id: 'suggested' },
    heading: 'Suggested account',
    people: [person],
  }))
  return page(
    200,
    'Sign in',
    `<h1>Pick a person</h1>
<p>${escapeHtml(purpose)}</p>
<form method="post">
${[...suggested, ...groups.map((group) => without(group, loginHint))].map(peopleList).join('\n')}
<div class="actions"><button name="cancel" value="true">Cancel</button></div>
</form>
<h2>Somebody else</h2>
<form method="post">
<label for="account">Address</label>
<div class="account">
<input id="account" name="account" type="email" required autocomplete="off" value="${escapeHtml(loginHint ?? '')}">
<button>Next</button>
</div>
</form>`,
  )
}

export interface ConsentPageOptions {
  readonly appName: string
  readonly account: Account
  readonly permissions: readonly string[]
  /** Whether the consent is for the whole directory, or for the person alone. */
  readonly isForOrganization: boolean
}

/** What the app asks for, in words, with Accept and Cancel. */
export function consentPage(options: ConsentPageOptions): SimReply {
  const { account, isForOrganization } = options
  const review = isForOrganization
    ? `Review for your organization: ${account.home.displayName}`
    : 'Review what you let the app do in your name.'
  const meaning = isForOrganization
    ? 'If you accept, this app will get access to the specified resources for all users in your organization. No one else will be prompted to review these permissions.'
    : 'If you accept, this app will get access to the specified resources in your name.'
  return page(
    200,
    'Permissions requested',
    `<p>${escapeHtml(account.person.userPrincipalName)}</p>
<h1>Permissions requested</h1>
<p>${escapeHtml(review)}</p>
<h2 id="permissions">${escapeHtml(options.appName)} would like to:</h2>
<ul aria-labelledby="permissions">
${options.permissions.map(permissionItem).join('\n')}
</ul>
<p>${escapeHtml(meaning)}</p>
<form method="post">
<input type="hidden" name="person" value="${escapeHtml(account.person.id)}">
<div class="actions">
<button name="cancel" value="true">Cancel</button>
<button class="primary" name="accept" value="true">Accept</button>
</div>
</form>`,
  )
}

/** Who is no administrator gets no further, but may go back to the app. */
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

function isHinted(person: Person, loginHint: string | null): boolean {
  return person.userPrincipalName.toLowerCase() === loginHint?.toLowerCase()
}

function without(group: AccountGroup, loginHint: string | null): AccountGroup {
  return { ...group, people: group.people.filter((person) => !isHinted(person, loginHint)) }
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
