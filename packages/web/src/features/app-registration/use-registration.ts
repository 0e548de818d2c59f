import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import {
  namedPermission,
  OPTIONAL_PERMISSIONS,
  REQUIRED_PERMISSIONS,
} from '@tenantscope/analysis/permission-catalog'
import { checkConsent, getAzurePermissions } from '@tenantscope/contract/azure'
import type { ConsentCheck, CheckedPermission } from '@tenantscope/contract/azure'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { useEffect, useEffectEvent, useRef } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { azureConfigQuery } from '../../lib/azure-config.ts'
import { CONNECTION_REFUSAL } from '../../lib/connection-refusal.ts'
import { permissionsQuery } from '../../lib/permissions.ts'
import type { Permissions } from '../../lib/permissions.ts'
import { SETUP } from '../../lib/tenant-data.ts'
import { showToast } from '../../lib/toasts.ts'

/** The read when a user opens the page. */
const ASKED = permissionsQuery({ isQuiet: false })

/** The server answers within its limit; on top of it comes the way there and back. */
const PATIENCE_MS = (LIVE_CALL_SECONDS + 2) * 1_000

export interface AppRegistrationState {
  /** Undefined until the stored results were read. */
  registration: Permissions | undefined
  /** Null before the first check. */
  check: ConsentCheck | null
  /** The stored results could not be read: at all, or again. */
  isUnread: boolean
  readAgain: () => void
  /** Microsoft is being asked. */
  isAsking: boolean
  /** Reads everything with a new token, and shows a toast. */
  refresh: () => void
  /** The same without a toast. */
  refreshQuietly: () => void
  checkAgain: () => void
}

/** Returns the known state of the app registration. The first check starts automatically. */
export function useRegistration(): AppRegistrationState {
  const client = useQueryClient()
  const stored = useQuery({ ...ASKED, select: withNamedPermissions })
  const registration = stored.data

  const check = useMutation({
    mutationKey: ['consent-check'],
    mutationFn: () => call(checkConsent, {}, { signal: AbortSignal.timeout(PATIENCE_MS) }),
    onSuccess: () => {
      expireConnection(client)
      // Waited for, so that the lists change together with the status.
      return client.invalidateQueries({ queryKey: ASKED.queryKey })
    },
  })
  const refresh = useMutation<Permissions, Error, { isQuiet: boolean }>({
    mutationFn: () =>
      call(
        getAzurePermissions,
        { query: { refresh: 'true' } },
        { signal: AbortSignal.timeout(PATIENCE_MS) },
      ),
    onSuccess: (answer, { isQuiet }) => {
      client.setQueryData(ASKED.queryKey, answer)
      expireConnection(client)
      if (!isQuiet) showToast({ intent: 'success', title: 'Permission Status Refreshed' })
    },
    onError: (error) =>
      showToast({ intent: 'error', title: 'Refresh Failed', text: failureText(error) }),
  })

  const checkAgain = () => {
    if (client.isMutating({ mutationKey: ['consent-check'] }) === 0) check.mutate()
  }
  // Each connection is asked for once: one that was saved while the last was being checked too.
  const version = useQuery(azureConfigQuery({ isQuiet: true })).data?.version ?? null
  const checkedVersion = useRef<number | null>(undefined)
  const startFirstCheck = useEffectEvent(checkAgain)
  const isUnchecked = registration?.check === null
  useEffect(() => {
    if (!isUnchecked || check.isPending || checkedVersion.current === version) return
    checkedVersion.current = version
    startFirstCheck()
  }, [isUnchecked, check.isPending, version])

  const isAsking = check.isPending || refresh.isPending
  const ask = (isQuiet: boolean) => () => {
    if (!isAsking) refresh.mutate({ isQuiet })
  }
  return {
    registration,
    check: registration?.check ?? check.data ?? null,
    isUnread: stored.isError,
    readAgain: () => void stored.refetch(),
    isAsking,
    refresh: ask(false),
    refreshQuietly: ask(true),
    checkAgain,
  }
}

/** A check gets a token or a refusal, and may learn when the credential ends. */
function expireConnection(client: QueryClient): void {
  for (const queryKey of [
    azureConfigQuery({ isQuiet: true }).queryKey,
    [CONNECTION_REFUSAL],
    [SETUP],
  ])
    void client.invalidateQueries({ queryKey })
}

function failureText(error: unknown): string {
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? `No response within ${LIVE_CALL_SECONDS} seconds. Please try again.`
    : userMessageOf(error)
}

/** Before anything was found out, the lists name what Tenantscope asks for. */
function withNamedPermissions(registration: Permissions): Permissions {
  if (registration.permissions.length > 0) return registration
  const permissions = [...REQUIRED_PERMISSIONS, ...OPTIONAL_PERMISSIONS].map(notTried)
  return { ...registration, permissions }
}

function notTried(value: string): CheckedPermission {
  const named = namedPermission(value)
  return { ...named, unlocks: [...named.unlocks], isGranted: false, proof: 'notTried' }
}
