import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { getConsent } from '@tenantscope/contract/consent'
import type { Consent } from '@tenantscope/contract/consent'
import type { ConsentId } from '@tenantscope/contract/ids'
import { PERMISSIONS_POLL_MS } from '@tenantscope/contract/limits'

import { call } from '../../lib/api.ts'
import { TENANT_DETAILS, TENANT_LIST, TENANT_PERMISSIONS } from '../../lib/tenant-data.ts'

/** What came of a consent, asked in the background for as long as it is open. */
export function consentQuery(consentId: ConsentId) {
  return queryOptions({
    queryKey: ['consent', consentId] as const,
    queryFn: ({ signal }) => call(getConsent, { params: { consentId } }, { signal }),
    staleTime: Infinity,
    refetchInterval: ({ state }) => (isOpen(state.data) ? PERMISSIONS_POLL_MS : false),
  })
}

/** Whether Microsoft, or the person in its window, may still decide it. */
export function isOpen(consent: Consent | undefined): boolean {
  return consent === undefined || consent.state === 'waiting' || consent.state === 'propagating'
}

/** Asks at once; null where the server cannot be reached. */
export async function askForConsent(client: QueryClient, id: ConsentId): Promise<Consent | null> {
  const query = consentQuery(id)
  // An answer that is still on its way may have been given before the news.
  await client.cancelQueries({ queryKey: query.queryKey })
  try {
    return await client.fetchQuery({ ...query, staleTime: 0 })
  } catch {
    return null
  }
}

/** Reads what a consent changes again wherever it is on screen; throws what could not be read. */
export async function rereadAfterConsent(client: QueryClient): Promise<void> {
  await Promise.all(
    [TENANT_LIST, TENANT_DETAILS, TENANT_PERMISSIONS].map((key) =>
      client.invalidateQueries({ queryKey: [key] }, { throwOnError: true }),
    ),
  )
}
