import type { PolicyItem, PolicySections, PolicySetting } from '@tenantscope/contract/policy-page'

import { wordsOf } from './coverage/facts.ts'
import type { PolicyConditions } from './coverage/facts.ts'
import { policyDetails } from './policy-details.ts'
import type { PolicySettings } from './policy-details.ts'
import { RESOURCE_NAMES } from './resource-names.ts'

/** Kinds of objects that a policy names by id. */
export const POLICY_OBJECT_KINDS = ['user', 'group', 'role', 'application', 'location'] as const
export type PolicyObjectKind = (typeof POLICY_OBJECT_KINDS)[number]

/** Objects of a list that are named. */
const NAMED = 50

/** Returns the stored name of an object, or undefined when there is none. */
export type NameOf = (kind: PolicyObjectKind, id: string) => string | undefined

/** A list of ids in a policy, and the words among them. */
interface ObjectList {
  readonly section: keyof PolicySections
  readonly label: string
  readonly kind: PolicyObjectKind
  readonly words: readonly string[]
  readonly ids: readonly string[]
}

/** Returns the ids whose names are shown, by kind. */
export function namedIds({ conditions }: PolicySettings): Record<PolicyObjectKind, string[]> {
  const lists = objectLists(conditions)
  const idsOf = (kind: PolicyObjectKind): string[] => [
    ...new Set(
      lists.filter((each) => each.kind === kind).flatMap(({ ids }) => ids.slice(0, NAMED)),
    ),
  ]
  return {
    user: idsOf('user'),
    group: idsOf('group'),
    role: idsOf('role'),
    application: idsOf('application'),
    location: idsOf('location'),
  }
}

/** Returns the settings of a policy in words and names, without what is not set. */
export function policySections(policy: PolicySettings, nameOf: NameOf): PolicySections {
  const sections: PolicySections = {
    included: [],
    excluded: [],
    resources: [],
    conditions: [],
    access: [],
    session: [],
  }
  for (const { section, ...found } of objectLists(policy.conditions)) {
    const setting = settingOf(found, nameOf)
    if (setting.items.length > 0) sections[section].push(setting)
  }
  for (const { label, text } of policyDetails(policy))
    sections[SECTION_BY_LABEL.get(label) ?? 'conditions'].push({
      label,
      items: [wordItem(text)],
      more: 0,
    })
  return sections
}

/** The section of a label of `policyDetails`; further ones are conditions. */
const SECTION_BY_LABEL: ReadonlyMap<string, keyof PolicySections> = new Map([
  ['Resource filter', 'resources'],
  ['User actions', 'resources'],
  ['Authentication contexts', 'resources'],
  ['Access', 'access'],
  ['Session', 'session'],
])

function settingOf(
  { label, kind, words, ids }: Omit<ObjectList, 'section'>,
  nameOf: NameOf,
): PolicySetting {
  const objects = ids
    .slice(0, NAMED)
    .map((id): PolicyItem => ({ id, name: nameOf(kind, id) ?? null }))
  return { label, items: [...words.map(wordItem), ...objects], more: ids.length - objects.length }
}

const wordItem = (text: string): PolicyItem => ({ id: null, name: text })

function objectLists({ users, applications, locations }: PolicyConditions): ObjectList[] {
  return [
    ...audienceLists(users ?? {}),
    ...resourceLists(applications ?? {}),
    ...placeLists(locations ?? {}),
  ]
}

type Users = NonNullable<PolicyConditions['users']>

function audienceLists(users: Users): ObjectList[] {
  const { includeGuestsOrExternalUsers: guests, excludeGuestsOrExternalUsers: noGuests } = users
  const none = { words: [], ids: [] }
  return [
    { section: 'included', label: 'Users', kind: 'user', ...split(users.includeUsers, AUDIENCES) },
    { section: 'included', label: 'Groups', kind: 'group', ...split(users.includeGroups) },
    { section: 'included', label: 'Roles', kind: 'role', ...split(users.includeRoles) },
    { section: 'included', label: 'Guests', kind: 'user', ...none, words: guestWords(guests) },
    { section: 'excluded', label: 'Users', kind: 'user', ...split(users.excludeUsers, AUDIENCES) },
    { section: 'excluded', label: 'Groups', kind: 'group', ...split(users.excludeGroups) },
    { section: 'excluded', label: 'Roles', kind: 'role', ...split(users.excludeRoles) },
    { section: 'excluded', label: 'Guests', kind: 'user', ...none, words: guestWords(noGuests) },
  ]
}

function resourceLists(applications: NonNullable<PolicyConditions['applications']>): ObjectList[] {
  return [
    {
      section: 'resources',
      label: 'Resources',
      kind: 'application',
      ...split(applications.includeApplications, RESOURCE_NAMES),
    },
    {
      section: 'resources',
      label: 'Excluded resources',
      kind: 'application',
      ...split(applications.excludeApplications, RESOURCE_NAMES),
    },
  ]
}

function placeLists(locations: NonNullable<PolicyConditions['locations']>): ObjectList[] {
  return [
    {
      section: 'conditions',
      label: 'Locations',
      kind: 'location',
      ...split(locations.includeLocations, LOCATIONS),
    },
    {
      section: 'conditions',
      label: 'Excluded locations',
      kind: 'location',
      ...split(locations.excludeLocations, LOCATIONS),
    },
  ]
}

const AUDIENCES: ReadonlyMap<string, string> = new Map([
  ['all', 'All users'],
  ['none', 'None'],
  ['guestsorexternalusers', 'Guests or external users'],
])

const LOCATIONS: ReadonlyMap<string, string> = new Map([
  ['all', 'Any location'],
  ['alltrusted', 'All trusted locations'],
])

const NO_WORDS: ReadonlyMap<string, string> = new Map()

/** Separates names that have words from ids; removes duplicates and blank ids. */
function split(
  names: readonly string[] | null | undefined,
  words: ReadonlyMap<string, string> = NO_WORDS,
): Pick<ObjectList, 'words' | 'ids'> {
  const all = [...new Set(names)].filter((name) => name.trim() !== '')
  return {
    words: all.flatMap((name) => words.get(name.toLowerCase()) ?? []),
    ids: all.filter((name) => !words.has(name.toLowerCase())),
  }
}

type Guests = NonNullable<PolicyConditions['users']>['includeGuestsOrExternalUsers']

const GUEST_WORDS: ReadonlyMap<string, string> = new Map([
  ['internalGuest', 'Internal guests'],
  ['b2bCollaborationGuest', 'B2B collaboration guests'],
  ['b2bCollaborationMember', 'B2B collaboration members'],
  ['b2bDirectConnectUser', 'B2B direct connect users'],
  ['otherExternalUser', 'Other external users'],
  ['serviceProvider', 'Service provider users'],
])

function guestWords(guests: Guests): string[] {
  if (guests === null || guests === undefined) return []
  const types = wordsOf(guests.guestOrExternalUserTypes)
  const words = types.map((type) => GUEST_WORDS.get(type) ?? type)
  return [
    ...(words.length === 0 ? ['Guests or external users'] : words),
    ...(guests.externalTenants?.membershipKind === 'enumerated'
      ? ['Only of listed organizations']
      : []),
  ]
}
