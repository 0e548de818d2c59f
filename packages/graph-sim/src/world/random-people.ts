import type { Random } from '../random.ts'
import {
  addPerson,
  changePerson,
  deletePerson,
  giveRole,
  removePeople,
  restorePerson,
  takeRole,
} from './change-people.ts'
import { findPersonNamed } from './directory-index.ts'
import { asciiOf, localeOf } from './locales.ts'
import { buildNewcomer, JOBS } from './people.ts'
import { ROLE_TEMPLATES, roleNamesOf } from './roles.ts'
import type { Tenant } from './types.ts'

/** Does one thing and says it in words; undefined where the directory has nothing to do it to. */
export type Act = (tenant: Tenant, random: Random) => string | undefined

export const PEOPLE_ACTS = {
  'person-joins': (tenant, random) => join(tenant, 'member', random),
  'guest-invited': (tenant, random) => join(tenant, 'guest', random),
  'person-renamed': rename,
  'person-moves': moveToOtherJob,
  'person-disabled': (tenant, random) => switchAccount(tenant, false, random),
  'person-enabled': (tenant, random) => switchAccount(tenant, true, random),
  'person-removed': remove,
  'person-restored': restore,
  'person-deleted': deleteForGood,
  'role-given': giveAnyRole,
  'role-taken': takeAnyRole,
} as const satisfies Record<string, Act>

function join(tenant: Tenant, kind: 'member' | 'guest', random: Random): string {
  const person = buildNewcomer(tenant, kind, random.fork(`newcomer:${random.token(8)}`))
  addPerson(tenant, person)
  return `${person.displayName} ${kind === 'guest' ? 'was invited' : 'joined'}`
}

function rename(tenant: Tenant, random: Random): string | undefined {
  const person = pickFrom(
    tenant.people.filter((each) => each.givenName !== null),
    random,
  )
  if (!person) return undefined
  const family = random.pick(localeOf(tenant.place.countryCode).familyNames)
  const before = person.displayName
  const address = `${asciiOf(person.givenName ?? '', '-') || 'x'}.${family.ascii}@${tenant.defaultDomainName}`
  const isFree = !findPersonNamed(tenant, address)
  changePerson(tenant, person.id, {
    displayName: `${person.givenName} ${family.text}`,
    surname: family.text,
    ...(isFree ? { userPrincipalName: address, mail: address } : {}),
  })
  return `${before} is called ${person.displayName} now`
}

function moveToOtherJob(tenant: Tenant, random: Random): string | undefined {
  const person = pickFrom(
    tenant.people.filter((each) => each.department !== null),
    random,
  )
  if (!person) return undefined
  const [jobTitle, department] = random.pick(JOBS)
  changePerson(tenant, person.id, { jobTitle, department })
  return `${person.displayName} works as ${jobTitle} now`
}

function switchAccount(tenant: Tenant, isEnabled: boolean, random: Random): string | undefined {
  const person = pickFrom(
    tenant.people.filter((each) => each.accountEnabled !== isEnabled),
    random,
  )
  if (!person) return undefined
  changePerson(tenant, person.id, { accountEnabled: isEnabled })
  return `${person.displayName} was ${isEnabled ? 'enabled' : 'disabled'}`
}

/** Keeps the last person, since an empty directory would be useless. */
function remove(tenant: Tenant, random: Random): string | undefined {
  if (tenant.people.length < 2) return undefined
  const person = random.pick(tenant.people)
  removePeople(tenant, [person.id])
  return `${person.displayName} was removed`
}

function restore(tenant: Tenant, random: Random): string | undefined {
  const person = pickFrom(
    tenant.bin.people
      .map((entry) => entry.person)
      .filter(({ userPrincipalName }) => !findPersonNamed(tenant, userPrincipalName)),
    random,
  )
  if (!person) return undefined
  restorePerson(tenant, person.id)
  return `${person.displayName} was restored`
}

function deleteForGood(tenant: Tenant, random: Random): string | undefined {
  const entry = pickFrom(tenant.bin.people, random)
  if (!entry) return undefined
  deletePerson(tenant, entry.person.id)
  return `${entry.person.displayName} was deleted for good`
}

function giveAnyRole(tenant: Tenant, random: Random): string | undefined {
  const person = pickFrom(tenant.people, random)
  const role = random.pick(Object.values(ROLE_TEMPLATES))
  if (!person || person.roleTemplateIds.includes(role)) return undefined
  giveRole(tenant, person.id, role)
  return `${person.displayName} is ${roleNamesOf([role]).join()} now`
}

function takeAnyRole(tenant: Tenant, random: Random): string | undefined {
  const person = pickFrom(
    tenant.people.filter((each) => each.roleTemplateIds.length > 0),
    random,
  )
  if (!person) return undefined
  const role = random.pick(person.roleTemplateIds)
  takeRole(tenant, person.id, role)
  return `${person.displayName} is ${roleNamesOf([role]).join()} no more`
}

export function pickFrom<T>(items: readonly T[], random: Random): T | undefined {
  return items.length === 0 ? undefined : random.pick(items)
}
