import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { readAgain } from '../../features/refresh/read-again.ts'
import { useRefresh } from '../../features/refresh/use-refresh.ts'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import type { TenantList } from '../../lib/tenant-list.ts'

/** How often rows appear while the very first reading is under way. */
const FIRST_READING_MS = 5_000

/** The reader's tenants, kept up to date by the refreshes that end while the page is open. */
export function useTenantList(): { list: UseQueryResult<TenantList>; refresh: Refresh } {
  const client = useQueryClient()
  const list = useQuery(tenantListQuery({ isQuiet: false }))
  const readQuietly = (freshForMs: number) => {
    void readAgain(client, tenantListQuery({ isQuiet: true }), freshForMs)
  }
  const refresh = useRefresh({
    scope: 'all',
    knownRun: list.data?.currentRun,
    onNewData: readQuietly,
  })
  const nothingRead = list.data?.tenants.every(({ dataAsOf }) => dataAsOf === null) ?? false
  useRepeated(
    () => readQuietly(FIRST_READING_MS / 2),
    refresh.isUnderWay && nothingRead ? FIRST_READING_MS : null,
  )
  return { list, refresh }
}

/** Does something again and again; never while `everyMs` is null. */
function useRepeated(action: () => void, everyMs: number | null): void {
  const act = useEffectEvent(action)
  useEffect(() => {
    if (everyMs === null) return undefined
    const timer = setInterval(() => act(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
}
