import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { AuditType, countAudit, listAudit, listLoginAudit } from '@tenantscope/contract/audit'
import { TenantId } from '@tenantscope/contract/ids'

import { call } from '../../../lib/api.ts'

/** What the entries are filtered by, as the address has it. */
export interface AuditFilter {
  readonly type: AuditType | 'all'
  readonly q: string
  readonly tenantId: TenantId | undefined
}

/** Whatever somebody wrote into the address. */
export function filterIn(search: {
  type?: unknown
  q?: string | undefined
  tenant?: unknown
}): AuditFilter {
  return {
    type: AuditType.safeParse(search.type).data ?? 'all',
    q: (search.q ?? '').trim().slice(0, Q_LENGTH),
    tenantId: TenantId.safeParse(search.tenant).data,
  }
}

export const Q_LENGTH = 200

/** One page, newest first. Things happen all the time: never fresh. */
export const auditQuery = (filter: AuditFilter, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['audit', 'entries', filter, cursor],
    queryFn: ({ signal }) => call(listAudit, { query: { ...filter, cursor } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const auditCountsQuery = queryOptions({
  queryKey: ['audit', 'counts'],
  queryFn: ({ signal }) => call(countAudit, {}, { signal }),
  staleTime: 0,
})

/** A page of sign-ins and refusals whose address has this part. */
export const signInsQuery = (email: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['audit', 'sign-ins', email, cursor],
    queryFn: ({ signal }) => call(listLoginAudit, { query: { email, cursor } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
