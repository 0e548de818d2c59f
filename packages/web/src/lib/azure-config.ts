import { queryOptions } from '@tanstack/react-query'
import { getAzureConfig } from '@tenantscope/contract/azure'
import type { AzureConfig, MicrosoftCloud } from '@tenantscope/contract/azure'

import { call } from './api.ts'

/**
 * Reads the Microsoft connection, again each time a page opens: edits need the latest state.
 * `isQuiet` marks a read without a user action, which does not prolong the session.
 */
export function azureConfigQuery({ isQuiet }: { isQuiet: boolean }) {
  return queryOptions({
    queryKey: ['azure-config'],
    queryFn: ({ signal }) => call(getAzureConfig, {}, { signal, background: isQuiet }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Returns the facts of a cloud: the connection's own, or one that can be selected. */
export function cloudOf(
  { cloud, clouds }: AzureConfig,
  wanted: MicrosoftCloud = cloud,
): AzureConfig['clouds'][number] | undefined {
  return clouds.find((each) => each.cloud === wanted)
}

/** Returns whether an app registration is stored. Without one, Microsoft is not called (specification section 4). */
export function isConnected(config: AzureConfig): boolean {
  if (config.clientId === '') return false
  if (config.credentialKind === 'secret') return config.clientSecret !== ''
  return config.credentialKind === 'federated' || config.certificate !== null
}
