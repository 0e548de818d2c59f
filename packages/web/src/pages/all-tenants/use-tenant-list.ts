import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { PERMISSIONS_POLL_MS } from '@tenantscope/contract/limits'
import { useEffect, useEffectEvent, useRef } from 'react'

import { useConsents } from '../../features/consent/use-consents.ts'
import type { Consents } from '../../features/consent/use-consents.ts'
import { readAgain } from '../../features/refresh/read-again.ts'
import { useRefresh } from '../../features/refresh/use-refresh.ts'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { permissionsQuery } from '../../lib/permissions.ts'
import type { Permissions } from '../../lib/permissions.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import type { TenantList } from '../../lib/tenant-list.ts'

interface TenantListState {
  list: UseQueryResult<TenantList>
  permissions: UseQueryResult<Permissions>
  refresh: Refresh
  consents: Consents
}

/** The reader's tenants, kept up to date by the refreshes that end while the page is open. */
export function useTenantList(): TenantListState {
  const client = useQueryClient()
  const list = useQuery(tenantListQuery({ isQuiet: false }))
  const permissions = useQuery(permissionsQuery({ isQuiet: false }))
  const consents = useConsents({ popup: 'dashboard' })
  const readListQuietly = (freshForMs: number) => {
    void readAgain(client, tenantListQuery({ isQuiet: true }), freshForMs)
  }
  const verifyQuietly = (freshForMs: number) => {
    void readAgain(client, permissionsQuery({ isQuiet: true }), freshForMs)
  }
  const refresh = useRefresh({
    scope: 'all',
    knownRun: list.data?.currentRun,
    onNewData: (freshForMs) => {
      readListQuietly(freshForMs)
      verifyQuietly(freshForMs)
    },
  })
  const nothingRead = list.data?.tenants.every(({ dataAsOf }) => dataAsOf === null) ?? false
  const isVerified =
    (permissions.data?.verifying ?? 0) > 0 ||
    consents.steps.some(({ phase }) => phase === 'verifying')
  useRepeated(
    () => {
      verifyQuietly(PERMISSIONS_POLL_MS / 2)
      if (nothingRead) readListQuietly(PERMISSIONS_POLL_MS / 2)
    },
    refresh.isUnderWay || isVerified ? PERMISSIONS_POLL_MS : null,
  )
  // New results mean new rows (specification section 4).
  useChanged(permissions.data?.scanTimestamp, () => readListQuietly(PERMISSIONS_POLL_MS / 2))
  return { list, permissions, refresh, consents }
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

/** Calls when a value that was known becomes another one. */
function useChanged(value: string | null | undefined, onChange: () => void): void {
  const known = useRef(value)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    const before = known.current
    known.current = value
    if (before !== undefined && value !== undefined && before !== value) changed()
  }, [value])
}
