import type { PartFailure, TenantPart } from '@tenantscope/contract/parts'

/** Each part, the application permission that reads it (Microsoft Graph permissions reference), and what it shows. */
const PARTS: Record<TenantPart, { name: string; permission: string; unlocks: string }> = {
  domains: {
    name: 'Domains',
    permission: 'Directory.Read.All',
    unlocks: 'the verified domains of this tenant',
  },
  licenses: {
    name: 'Licenses',
    permission: 'Organization.Read.All',
    unlocks: 'seats, their use and what could be saved',
  },
  users: {
    name: 'Users',
    permission: 'User.Read.All',
    unlocks: 'the number of people and who holds which license',
  },
  subscriptions: {
    name: 'Subscriptions',
    permission: 'Organization.Read.All',
    unlocks: 'renewal dates and trials',
  },
  groups: {
    name: 'Groups',
    permission: 'Directory.Read.All',
    unlocks: 'licenses that reach people through groups',
  },
  policies: {
    name: 'Conditional Access policies',
    permission: 'Policy.Read.All',
    unlocks: 'the policies and whether they require MFA',
  },
  groupMembers: {
    name: 'Group members',
    permission: 'Directory.Read.All',
    unlocks: 'whom policies, roles and licenses reach through groups',
  },
  namedLocations: {
    name: 'Named locations',
    permission: 'Policy.Read.All',
    unlocks: 'the places that policies trust or block',
  },
  settings: {
    name: 'Directory settings',
    permission: 'Policy.Read.All',
    unlocks: 'what people and guests may do in this directory',
  },
  authenticationMethods: {
    name: 'Authentication methods',
    permission: 'Policy.Read.All',
    unlocks: 'how people may prove who they are',
  },
  groupSettings: {
    name: 'Group and password settings',
    permission: 'Directory.Read.All',
    unlocks: 'banned passwords, lockout and who may create groups',
  },
  roles: {
    name: 'Role assignments',
    permission: 'Directory.Read.All',
    unlocks: 'who administers this directory',
  },
  applications: {
    name: 'App registrations',
    permission: 'Directory.Read.All',
    unlocks: 'secrets and certificates that are about to expire',
  },
  grants: {
    name: 'Consents given to apps',
    permission: 'Directory.Read.All',
    unlocks: 'what apps may do in this directory',
  },
}

const NEEDS_P1: ReadonlySet<TenantPart> = new Set(['policies', 'namedLocations'])

/** What to say of a part that could not be read. */
export function partAdvice({ part, code, message }: PartFailure): { title: string; text: string } {
  const { name, permission, unlocks } = PARTS[part]
  if (code === 'NOT_LICENSED')
    return {
      title: `${name}: not licensed`,
      text: `This tenant has no license that includes them${planOf(part)}. With one, you see ${unlocks} here.`,
    }
  if (code === 'PERMISSION_MISSING')
    return {
      title: `${name}: no permission`,
      text: `The permission ${permission} is missing in this tenant. Once consent is granted for it, you see ${unlocks} here.`,
    }
  if (code === 'NOT_IN_CLOUD') return { title: `${name}: not in this cloud`, text: NOT_IN_CLOUD }
  return { title: `${name}: could not be read`, text: `${message} ${NEXT_TRY}` }
}

/** Parts that could not be read for one and the same reason. */
export interface UnreadGroup {
  readonly title: string
  readonly text: string
  readonly parts: readonly { part: TenantPart; name: string; unlocks: string }[]
}

/** The parts by the reason why they could not be read, in the order in which reasons first come. */
export function unreadGroups(failures: readonly PartFailure[]): readonly UnreadGroup[] {
  const groups = Map.groupBy(failures, (failure) => JSON.stringify(reasonOf(failure)))
  return Array.from(groups.values(), (ofReason) => ({
    ...reasonOf(ofReason[0]),
    parts: ofReason.map(({ part }) => ({
      part,
      name: PARTS[part].name,
      unlocks: PARTS[part].unlocks,
    })),
  }))
}

const NOT_IN_CLOUD = "This tenant's national cloud does not offer them."
const NEXT_TRY = 'The next refresh tries again.'

function reasonOf(failure: PartFailure | undefined): { title: string; text: string } {
  if (failure === undefined) return { title: '', text: '' }
  const { part, code, message } = failure
  if (code === 'NOT_LICENSED')
    return {
      title: 'Not licensed',
      text: `This tenant has no license that includes them${planOf(part)}.`,
    }
  if (code === 'PERMISSION_MISSING')
    return {
      title: `Permission ${PARTS[part].permission} missing`,
      text: 'They are read once consent is granted for it.',
    }
  if (code === 'NOT_IN_CLOUD') return { title: 'Not in this cloud', text: NOT_IN_CLOUD }
  return { title: 'Could not be read', text: `${message} ${NEXT_TRY}` }
}

function planOf(part: TenantPart): string {
  return NEEDS_P1.has(part) ? ' (Entra ID P1)' : ''
}
