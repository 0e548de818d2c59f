import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { getConsent } from '@tenantscope/contract/consent'
import type { Consent } from '@tenantscope/contract/consent'
import type { ConsentId, TenantId } from '@tenantscope/contract/ids'
import { PERMISSIONS_POLL_MS } from '@tenantscope/contract/limits'

import { call } from '../../lib/api.ts'
import { TENANT_DETAILS, TENANT_LIST, TENANT_PERMISSIONS } from '../../lib/tenant-data.ts'
import type { ConsentPopupKind } from './consent-popup.ts'

/** Reads a consent in the background for as long as it is open. */
export function consentQuery(consentId: ConsentId) {
  return queryOptions({
    queryKey: ['consent', consentId] as const,
    queryFn: ({ signal }) => call(getConsent, { params: { consentId } }, { signal }),
    staleTime: Infinity,
    refetchInterval: ({ state }) => (isOpen(state.data) ? PERMISSIONS_POLL_MS : false),
  })
}

/** Returns whether Microsoft, or the person in the window, can still decide it. */
export function isOpen(consent: Consent | undefined): boolean {
  return consent === undefined || consent.state === 'waiting' || consent.state === 'propagating'
}

/** Reads a consent at once; null when the server is unreachable. */
export async function askForConsent(client: QueryClient, id: ConsentId): Promise<Consent | null> {
  const query = consentQuery(id)
  // A response in flight may be older than the message.
  await client.cancelQueries({ queryKey: query.queryKey })
  try {
    return await client.fetchQuery({ ...query, staleTime: 0 })
  } catch {
    return null
  }
}

/** Reads visible data that a consent changes again; throws when that fails. */
export async function rereadAfterConsent(client: QueryClient): Promise<void> {
  await Promise.all(
    [TENANT_LIST, TENANT_DETAILS, TENANT_PERMISSIONS].map((key) =>
      client.invalidateQueries({ queryKey: [key] }, { throwOnError: true }),
    ),
  )
}

/** A consent that this window started and whose end it does not know yet. */
export interface ConsentAttempt {
  readonly id: ConsentId
  /** Null: the own directory. */
  readonly tenantId: TenantId | null
  readonly popup: ConsentPopupKind
  /** Abandoned by the user; its window may still report its end. */
  readonly isLeft: boolean
}

type Attempts = readonly ConsentAttempt[]

// In the query cache, so that leaving a page does not lose them.
const attemptsQuery = queryOptions<Attempts>({
  queryKey: ['consent-attempts'],
  queryFn: skipToken,
  staleTime: Infinity,
  gcTime: Infinity,
})

const NONE: Attempts = []

export function useConsentAttempts(): Attempts {
  return useQuery(attemptsQuery).data ?? NONE
}

/** Adds an attempt; it replaces an earlier one for the same tenant. */
export function rememberAttempt(client: QueryClient, attempt: ConsentAttempt): void {
  change(client, (all) => [...all.filter(({ tenantId }) => tenantId !== attempt.tenantId), attempt])
}

export function leaveAttempt(client: QueryClient, left: ConsentId): void {
  change(client, (all) => all.map((each) => (each.id === left ? { ...each, isLeft: true } : each)))
}

/** Removes an attempt and returns whether it was there: the first of several callers reports its end. */
export function forgetAttempt(client: QueryClient, ended: ConsentId): boolean {
  const all = client.getQueryData(attemptsQuery.queryKey) ?? NONE
  change(client, () => all.filter(({ id }) => id !== ended))
  return all.some(({ id }) => id === ended)
}

function change(client: QueryClient, next: (all: Attempts) => Attempts): void {
  client.setQueryData(attemptsQuery.queryKey, (all = NONE) => next(all))
}
