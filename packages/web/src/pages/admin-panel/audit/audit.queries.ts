import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { AuditType, countAudit, listAudit, listLoginAudit } from '@tenantscope/contract/audit'
import { TenantId } from '@tenantscope/contract/ids'
import { z } from 'zod'

import { call } from '../../../lib/api.ts'
import { endOfDay, startOfDay } from '../../../lib/day-bounds.ts'

/** The filters of the entries in the URL. */
export interface AuditFilter {
  readonly type: AuditType | 'all'
  readonly q: string
  readonly tenantId: TenantId | undefined
  /** Days ('2026-11-20') of the reader's time zone, both included. */
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Reads the filter from the address. */
export function filterIn(search: {
  type?: unknown
  q?: string | undefined
  tenant?: unknown
  from?: unknown
  to?: unknown
}): AuditFilter {
  return {
    type: AuditType.safeParse(search.type).data ?? 'all',
    q: (search.q ?? '').trim().slice(0, Q_LENGTH),
    tenantId: TenantId.safeParse(search.tenant).data,
    from: dayIn(search.from),
    to: dayIn(search.to),
  }
}

/** A day that something can have been recorded on; while a year is typed there are others. */
export function dayIn(text: unknown): string | undefined {
  const day = z.iso.date().safeParse(text).data
  return day !== undefined && day >= '2000' ? day : undefined
}

/** Returns the query for the server, with times instead of days. */
export const askedOf = ({ from, to, ...rest }: AuditFilter, timeZone: string) => ({
  ...rest,
  from: from === undefined ? undefined : startOfDay(timeZone, from).toISOString(),
  to: to === undefined ? undefined : endOfDay(timeZone, to).toISOString(),
})

export const isFiltered = ({ type, q, ...rest }: AuditFilter): boolean =>
  type !== 'all' || q !== '' || Object.values(rest).some((value) => value !== undefined)

export const Q_LENGTH = 200

/** The server is queried after this pause in typing. */
export const TYPING_MS = 250

/** One page, newest first. Things happen all the time: never fresh. */
export const auditQuery = (asked: ReturnType<typeof askedOf>, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['audit', 'entries', asked, cursor],
    queryFn: ({ signal }) => call(listAudit, { query: { ...asked, cursor } }, { signal }),
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
