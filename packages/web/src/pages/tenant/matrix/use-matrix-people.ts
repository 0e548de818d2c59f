import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useMemo } from 'react'

import { useTenantUsers } from '../../../lib/use-tenant-users.ts'
import type { TenantUsers } from '../../../lib/use-tenant-users.ts'
import { matrixPersonOf } from './matrix-people.ts'
import type { MatrixPerson } from './matrix-people.ts'

export interface MatrixPeople extends Omit<TenantUsers, 'users'> {
  /** By name, as far as they have arrived. */
  people: readonly MatrixPerson[]
}

/** Everybody of the tenant, one page after the other. */
export function useMatrixPeople(
  { id: tenantId, dataAsOf }: TenantListItem,
  isEnabled: boolean,
): MatrixPeople {
  const { users, ...arrival } = useTenantUsers({ tenantId, dataAsOf, wantsAll: true, isEnabled })
  const people = useMemo(() => users.map(matrixPersonOf), [users])
  return { ...arrival, people }
}
