import type { Person, Tenant } from '../world/types.ts'
import type { IdentityContext } from './context.ts'
import type { Directory } from './directories.ts'
import { IdentityRefusal } from './refusals.ts'
import { directoryName } from './token-request.ts'

/** A page stays readable; other accounts are reached by typing the address. */
const LISTED_MAX = 50
const DIRECTORIES_MAX = 30
/** Only these two may grant application permissions of Microsoft Graph. */
const CONSENT_ROLES = [
  '62e90394-69f5-4237-9190-012177145e10', // Global Administrator
  'e8611ab8-c189-46e8-94e1-60213ab1f814', // Privileged Role Administrator
]

export interface Account {
  readonly home: Tenant
  readonly person: Person
}

/** People of one directory, as the page lists them. */
export interface AccountGroup {
  readonly home: Tenant
  readonly heading: string
  readonly people: readonly Person[]
}

/** Lists the accounts on the page of a directory; on the shared pages, the partner's own people. */
export function groupsForSignIn({ world }: IdentityContext, directory: Directory): AccountGroup[] {
  const own = directory.kind === 'tenant' ? directory.tenant : world.partner
  const strangers = world.tenants.filter(({ kind }) => kind === 'foreign')
  return [
    groupOf(own, own.displayName),
    ...strangers
      .filter((tenant) => tenant !== own)
      .map((tenant) => groupOf(tenant, `Another directory: ${tenant.displayName}`)),
  ]
}

/** Administrators, and some who are none, of the directory or of each directory. */
export function groupsForConsent({ world }: IdentityContext, directory: Directory): AccountGroup[] {
  if (directory.kind === 'tenant') return [consentGroup(directory.tenant, 10)]
  return world.tenants
    .filter((tenant) => !tenant.isGone)
    .slice(0, DIRECTORIES_MAX)
    .map((tenant) => consentGroup(tenant, 1))
}

export function mayConsent(person: Person): boolean {
  return person.roleTemplateIds.some((role) => CONSENT_ROLES.includes(role))
}

/** Returns the user whose button was pressed or whose address was typed. Throws for an unknown user. */
export function chosenAccount({ world }: IdentityContext, choice: URLSearchParams): Account {
  const id = choice.get('person')
  const address = choice.get('account')?.trim().toLowerCase() ?? ''
  const isChosen = (person: Person) =>
    id === null ? person.userPrincipalName.toLowerCase() === address : person.id === id
  for (const home of world.tenants) {
    const person = home.isGone ? undefined : home.people.find(isChosen)
    if (person && !person.accountEnabled) throw new IdentityRefusal('personDisabled')
    if (person) return { home, person }
  }
  throw new IdentityRefusal('personUnknown', { value: id ?? address })
}

export function isStranger(directory: Directory, { home }: Account): boolean {
  return directory.kind === 'tenant' && directory.tenant.id !== home.id
}

/** A tenant's own page lets only its people in; the shared pages let every user in. */
export function refuseStranger(
  { world }: IdentityContext,
  directory: Directory,
  account: Account,
): void {
  if (!isStranger(directory, account)) return
  throw new IdentityRefusal('personOfOtherTenant', {
    value: account.person.userPrincipalName,
    tenant: directoryName(directory),
    appId: world.registration.clientId,
    appName: world.registration.displayName,
  })
}

function groupOf(home: Tenant, heading: string): AccountGroup {
  const people = home.people.filter((person) => person.accountEnabled)
  return { home, heading, people: people.slice(0, LISTED_MAX) }
}

function consentGroup(home: Tenant, count: number): AccountGroup {
  const enabled = home.people.filter((person) => person.accountEnabled)
  const people = [
    ...enabled.filter(mayConsent).slice(0, count),
    ...enabled.filter((person) => !mayConsent(person)).slice(0, Math.ceil(count / 2)),
  ]
  return { home, heading: home.displayName, people }
}
