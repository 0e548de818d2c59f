import { counted } from '@tenantscope/analysis/counted'
import type { CallInput } from '@tenantscope/contract/endpoint'
import type { Role } from '@tenantscope/contract/roles'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import type { importUsers } from '@tenantscope/contract/user-import'

/** What an administrator chose for all users of an import, or for one. */
export interface Assignment {
  /** 'default' for all: as the role mappings decide. For one: as for all. */
  role: Role | 'default'
  /** Null for all: as the role mappings and the settings decide. For one: as for all. */
  access: TenantAccessGrant | null
}

export const NOTHING_CHOSEN: Assignment = { role: 'default', access: null }

type Input = CallInput<typeof importUsers>['body']
type Identity = Pick<Input['users'][number], 'microsoftId' | 'tenantId'>

/** Returns the chosen role of one user; null: the role mappings decide. */
export function chosenRole(own: Assignment, forAll: Assignment): Role | null {
  if (own.role !== 'default') return own.role
  return forAll.role === 'default' ? null : forAll.role
}

/** Returns what is sent. Tenants are not sent for administrators, who see all of them. */
export function importInput(
  people: readonly (Identity & { own: Assignment })[],
  forAll: Assignment,
): Input {
  const isAdmin = people.map(({ own }) => chosenRole(own, forAll) === 'admin')
  return {
    users: people.map(({ microsoftId, tenantId, own }, index) => ({
      microsoftId,
      tenantId,
      ...inputOf(own, isAdmin[index] === true),
    })),
    ...inputOf(forAll, isAdmin.every(Boolean)),
  }
}

const inputOf = ({ role, access }: Assignment, isAdmin: boolean) => ({
  ...(role !== 'default' && { role }),
  ...(access !== null && !isAdmin && { access }),
})

/** 'All tenants', '12 tenants', '2 groups'. */
export function accessText({ mode, tenantIds, groupIds }: TenantAccessGrant): string {
  if (mode === 'all') return 'All tenants'
  const count = mode === 'list' ? tenantIds.length : groupIds.length
  if (count === 0) return 'No tenants'
  return mode === 'list' ? counted(count, 'tenant') : counted(count, 'group')
}
