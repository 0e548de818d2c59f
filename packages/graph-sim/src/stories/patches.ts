import type { StyledDraft, Values } from '../world/draft-types.ts'
import type { ConditionalAccessPolicy, Person, Tenant } from '../world/types.ts'
import { MFA, policyOf } from './well-kept-policies.ts'
import type { PersonName, WellKept } from './well-kept.ts'

/** Changes people of the well-kept tenant by their names. */
export function people(
  { people: all, personById }: WellKept,
  changes: Readonly<Partial<Record<PersonName, Partial<Person>>>>,
): Person[] {
  const nameById = new Map(Object.entries(personById).map(([name, id]) => [id, name]))
  const changesOf = new Map(Object.entries(changes))
  return all.map((person) => ({ ...person, ...changesOf.get(nameById.get(person.id) ?? '') }))
}

/** Returns so many further members, who hold no license. */
export function members(
  { defaultDomainName, people: [first], random }: WellKept,
  count: number,
  patch: Partial<Person> = {},
): Person[] {
  if (first === undefined) throw new Error('The well-kept tenant has no people')
  return Array.from({ length: count }, (_, index) => {
    const name = `member-${index}`
    const address = `${name}@${defaultDomainName}`
    return {
      ...first,
      id: `a${random.fork(name).guid().slice(1)}`,
      displayName: name,
      userPrincipalName: address,
      mail: address,
      licenses: [],
      roleTemplateIds: [],
      ...patch,
    }
  })
}

export const idsOf = (rows: readonly { readonly id: string }[]): string[] =>
  rows.map(({ id }) => id)

type Change = Omit<StyledDraft, 'displayName'> | null

/** Replaces policies by their names, removes those that are null, and adds those that are new. */
export function policies(
  tenant: WellKept,
  changes: Readonly<Record<string, Change>>,
): ConditionalAccessPolicy[] {
  const kept = tenant.policies.filter(({ displayName }) => !(displayName in changes))
  const changed = Object.entries(changes).flatMap(([displayName, draft]) =>
    draft === null ? [] : [policyOf({ displayName, ...draft }, tenant, tenant.random)],
  )
  return [...kept, ...changed]
}

/** Replaces the policy that requires MFA of all users by another one for them, with plain MFA. */
export const mfa = (
  tenant: WellKept,
  draft: Omit<StyledDraft, 'displayName'>,
): Partial<Tenant> => ({
  policies: policies(tenant, { MFA: { grant: MFA, ...draft } }),
})

/** Leaves people out of the policy that requires MFA, beside the emergency account. */
export const excludedFromMfa = (tenant: WellKept, users: Values): Partial<Tenant> =>
  mfa(tenant, { users })

/** A random id of nothing that the directory has. */
export const unknownId = ({ random }: WellKept): string => random.fork('unknown').guid()
