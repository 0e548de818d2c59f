import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { checkConsent, getAzurePermissions } from '@tenantscope/contract/azure'
import type { ConsentCheck } from '@tenantscope/contract/azure'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { useEffect, useEffectEvent, useRef } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { azureConfigQuery } from '../../lib/azure-config.ts'
import { permissionsQuery } from '../../lib/permissions.ts'
import type { Permissions } from '../../lib/permissions.ts'
import { showToast } from '../../lib/toasts.ts'
import { withNamedPermissions } from './named-permissions.ts'

/** Whoever opens the page asks for it. */
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
  /** Asks for everything with a new token, and says so when it is there. */
  refresh: () => void
  /** The same where another notice tells of it. */
  refreshQuietly: () => void
  checkAgain: () => void
}

/** What is known of the app registration. Where nothing was ever checked, that is done once by itself. */
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

/** A check gets a token, and may learn when the credential ends. */
function expireConnection(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: azureConfigQuery({ isQuiet: true }).queryKey })
}

function failureText(error: unknown): string {
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? `No answer came within ${LIVE_CALL_SECONDS} seconds. Please try again.`
    : userMessageOf(error)
}
