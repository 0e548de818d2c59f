import type { Random } from '../random.ts'
import { hasEntraPremium, hasEntraPremiumP2, skuNamed } from './catalog.ts'
import { addGroup } from './change-groups.ts'
import { giveGroupLicense } from './change-licenses.ts'
import { giveRole } from './change-people.ts'
import { addRoleAssignment } from './change-tenant.ts'
import { LATEST_MOMENT } from './people.ts'
import type { PolicyStyle } from './policy-drafts.ts'
import { buildStyledPolicies } from './policy-shapes.ts'
import type { StoryTraits } from './recipe.ts'
import { ROLE_TEMPLATES } from './roles.ts'
import type { Group, Person, Tenant } from './types.ts'

interface DetailOptions {
  readonly style: PolicyStyle
  readonly traits: Pick<StoryTraits, 'hasLicenseErrors' | 'hasAgents'>
  readonly random: Random
}

/** From this number of people on, every role has a holder. */
const EVERY_ROLE_SIZE = 400
/** The share of people in the group 'MFA exceptions', where it is not the ordinary one. */
const EXCEPTIONS: Partial<Record<PolicyStyle, number>> = { planned: 0, 'mfa-with-exceptions': 0.6 }
const ALL_ROLES = Object.values(ROLE_TEMPLATES)

/** What makes a directory like the ones that are met: administrators of every kind, groups inside groups. */
export function addDetails(tenant: Tenant, options: DetailOptions): void {
  const { random, style } = options
  if (tenant.people.length < 3) return
  const emergency = namedGroup('Emergency access', { isAssignableToRole: true }, random)
  const isHidden = style === 'mfa-hidden-exceptions'
  const exceptions = namedGroup(
    'MFA exceptions',
    isHidden ? { isUnified: true, visibility: 'HiddenMembership' } : {},
    random,
  )
  emergency.memberIds = tenant.people.slice(1, 2).map((person) => person.id)
  exceptions.memberIds = shareOf(tenant.people, EXCEPTIONS[style] ?? 0.15, random)
  addGroup(tenant, emergency)
  addGroup(tenant, exceptions)
  addHelpdesk(tenant, random.fork('helpdesk'))
  addNestedGroups(tenant, random.fork('nested'))
  addAdministrators(tenant, random.fork('administrators'))
  if (options.traits.hasAgents === true) addAgents(tenant, exceptions, random.fork('agents'))
  if (options.traits.hasLicenseErrors === true) addLicenseErrors(tenant, random.fork('errors'))
  if (hasEntraPremium(tenant)) {
    const locationIdOf = (displayName: string) =>
      tenant.namedLocations.find((each) => each['displayName'] === displayName)?.id
    tenant.policies = buildStyledPolicies(
      style,
      {
        breakGlassGroupId: emergency.id,
        exceptionsGroupId: exceptions.id,
        countriesLocationId: locationIdOf('Where we work'),
        officeLocationId: locationIdOf('Head office'),
        somePersonIds: tenant.people.slice(2, 8).map((person) => person.id),
        hasP2: hasEntraPremiumP2(tenant),
      },
      random.fork('policies'),
    )
  }
  // The history starts here: no client can have read it before.
  tenant.journal.length = 0
}

/** A group that may hold a role, and does. */
function addHelpdesk(tenant: Tenant, random: Random): void {
  const helpdesk = namedGroup('Helpdesk', { isAssignableToRole: true }, random)
  helpdesk.memberIds = tenant.people.slice(2, 5).map((person) => person.id)
  addGroup(tenant, helpdesk)
  addRoleAssignment(tenant, {
    id: random.token(43),
    roleTemplateId: ROLE_TEMPLATES['Helpdesk Administrator'],
    principalId: helpdesk.id,
    principalKind: 'group',
  })
}

function addNestedGroups(tenant: Tenant, random: Random): void {
  const departments = tenant.groups.filter((group) => group.membershipRule !== null)
  const parent = namedGroup('All departments', {}, random.fork('departments'))
  parent.memberGroupIds = departments.map((group) => group.id)
  const grandparent = namedGroup('Everybody and the helpdesk', {}, random.fork('all'))
  grandparent.memberGroupIds = [parent.id]
  addGroup(tenant, parent)
  addGroup(tenant, grandparent)
  addGroup(
    tenant,
    namedGroup('Noticeboard', { isUnified: true, visibility: 'Public' }, random.fork('board')),
  )
}

/** Assigns administrator roles, also to guests and blocked users, as findings to detect. */
function addAdministrators(tenant: Tenant, random: Random): void {
  const { people } = tenant
  const count = people.length >= EVERY_ROLE_SIZE ? ALL_ROLES.length : Math.ceil(people.length / 15)
  const first = random.int(0, ALL_ROLES.length - 1)
  for (let turn = 0; turn < count; turn += 1) {
    const role = ALL_ROLES[(first + turn) % ALL_ROLES.length]
    if (role) giveRole(tenant, random.pick(people).id, role)
  }
  for (const isOdd of [isGuest, isBlocked]) {
    const odd = people.find((person) => isOdd(person))
    if (odd && random.chance(0.4)) giveRole(tenant, odd.id, random.pick(ALL_ROLES))
  }
}

/** Too few seats, plans that exclude each other, plans that lack what they build on. */
function addLicenseErrors(tenant: Tenant, random: Random): void {
  for (const [displayName, partNumber, share] of [
    ['Telephones', 'MCOEV', 0.6],
    ['Large mailboxes', 'EXCHANGEENTERPRISE', 0.3],
  ] as const) {
    const group = namedGroup(displayName, {}, random.fork(displayName))
    group.memberIds = shareOf(tenant.people, share, random)
    addGroup(tenant, group)
    giveGroupLicense(tenant, group.id, skuNamed(partNumber).skuId)
  }
}

const AGENTS = ['Sales assistant', 'Invoice clerk', 'Meeting scribe'] as const

/** Each agent has a user account, of which one holds a role, one a license and one is in a group. */
function addAgents(tenant: Tenant, group: Group, random: Random): void {
  const [like] = tenant.people.filter(({ licenses }) => licenses.length > 0)
  if (like === undefined) return
  const agents = AGENTS.map((displayName, index): Person => {
    const name = displayName.toLowerCase().replaceAll(' ', '-')
    const stream = random.fork(name)
    return {
      ...like,
      id: stream.guid(),
      agentOf: stream.guid(),
      displayName,
      givenName: null,
      surname: null,
      userPrincipalName: `${name}@${tenant.defaultDomainName}`,
      mail: `${name}@${tenant.defaultDomainName}`,
      jobTitle: null,
      department: null,
      accountEnabled: true,
      userType: 'Member',
      onPremisesSyncEnabled: null,
      licenses: index === 1 ? like.licenses : [],
      roleTemplateIds: index === 0 ? [ROLE_TEMPLATES['Global Administrator']] : [],
      hoursSinceSignIn: null,
      daysSinceUse: {},
      methodsRegistered: [],
    }
  })
  tenant.people.push(...agents)
  group.memberIds = [...group.memberIds, ...agents.slice(2).map(({ id }) => id)]
  tenant.servicePrincipals.push(
    ...agents.map(({ agentOf = '', displayName }) => ({
      id: agentOf,
      appId: random.fork(displayName).guid(),
      displayName,
      appOwnerOrganizationId: tenant.id,
      accountEnabled: true,
      hasPassword: false,
      isAgent: true,
    })),
  )
}

function namedGroup(displayName: string, traits: Partial<Group>, random: Random): Group {
  const stream = random.fork(displayName)
  return {
    id: stream.guid(),
    displayName,
    description: null,
    mailNickname: displayName.toLowerCase().replaceAll(' ', '-'),
    createdDateTime: LATEST_MOMENT,
    isUnified: false,
    visibility: null,
    membershipRule: null,
    isAssignableToRole: false,
    assignedSkuIds: [],
    memberIds: [],
    memberGroupIds: [],
    ...traits,
  }
}

function shareOf(people: readonly Person[], share: number, random: Random): string[] {
  return people.filter(() => random.chance(share)).map((person) => person.id)
}

function isGuest({ userType }: Person): boolean {
  return userType === 'Guest'
}

function isBlocked({ accountEnabled, givenName }: Person): boolean {
  return !accountEnabled && givenName !== null
}
