import { queryOptions } from '@tanstack/react-query'
import { getAzureConfig } from '@tenantscope/contract/azure'
import type { AzureConfig, MicrosoftCloud } from '@tenantscope/contract/azure'

import { call } from './api.ts'

/**
 * The Microsoft connection, read anew by whoever opens a page: what is edited must be the latest.
 * `isQuiet` marks a read that nobody asked for: it prolongs no session.
 */
export function azureConfigQuery({ isQuiet }: { isQuiet: boolean }) {
  return queryOptions({
    queryKey: ['azure-config'],
    queryFn: ({ signal }) => call(getAzureConfig, {}, { signal, background: isQuiet }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** What is known of a cloud: the connection's own, or another one that may be chosen. */
export function cloudOf(
  { cloud, clouds }: AzureConfig,
  wanted: MicrosoftCloud = cloud,
): AzureConfig['clouds'][number] | undefined {
  return clouds.find((each) => each.cloud === wanted)
}

/** Whether there is a registration to check: until then nothing is asked of Microsoft (specification section 4). */
export function isConnected(config: AzureConfig): boolean {
  if (config.clientId === '') return false
  if (config.credentialKind === 'secret') return config.clientSecret !== ''
  return config.credentialKind === 'federated' || config.certificate !== null
}
