import type { Tenant } from '@tenantscope/graph-sim/world/types'

import type { Rows } from './visible-rows.ts'

export function assignments({ people }: Tenant): Rows {
  return people.flatMap(({ id, licenses }) =>
    licenses.map((license) => ({
      userId: id,
      skuId: license.skuId,
      assignedByGroup: license.assignedByGroup,
      state: license.state ?? 'Active',
      error: license.error ?? null,
      disabledPlans: license.disabledPlans,
      lastUpdatedDateTime: license.assignedDateTime,
    })),
  )
}

/** People, not assignments: a license that comes twice is held once, one that failed is not held. */
export function holdersBySku({ people }: Tenant): Rows {
  const held = [...new Set(people)].flatMap((person) => {
    const works = person.licenses.filter(({ state }) => state !== 'Error' && state !== 'Disabled')
    return [...new Set(works.map(({ skuId }) => skuId.toLowerCase()))].map((skuId) => ({
      skuId,
      isBlocked: !person.accountEnabled,
      isGuest: person.userType === 'Guest',
    }))
  })
  return [...Map.groupBy(held, ({ skuId }) => skuId)].map(([skuId, by]) => ({
    skuId,
    holders: by.length,
    blockedHolders: by.filter(({ isBlocked }) => isBlocked).length,
    guestHolders: by.filter(({ isBlocked, isGuest }) => isGuest && !isBlocked).length,
  }))
}
