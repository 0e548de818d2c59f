import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { saveAzureConfig } from '@tenantscope/contract/azure'
import type { AzureConfig, AzureConfigInput } from '@tenantscope/contract/azure'

import { useFreshSignIn } from '../../features/fresh-sign-in/use-fresh-sign-in.tsx'
import { expireTenantData } from '../../features/refresh/expire-tenant-data.ts'
import { useFollowedRun } from '../../features/refresh/use-followed-run.ts'
import { call } from '../../lib/api.ts'
import { azureConfigQuery } from '../../lib/azure-config.ts'
import { signInOptionsQuery } from '../../lib/sign-in-options.ts'
import { SETUP, TENANT_LIST, TENANT_PERMISSIONS } from '../../lib/tenant-data.ts'

/** Stores the connection and follows the refresh that begins with it. */
export function useSaveConnection({ onSaved }: { onSaved: (stored: AzureConfig) => void }) {
  const client = useQueryClient()
  const { followOwn } = useFollowedRun('all')
  const { run, dialog } = useFreshSignIn()
  const save = useMutation({
    mutationFn: (body: AzureConfigInput) => run(() => call(saveAzureConfig, { body })),
    onSuccess: ({ runId, ...stored }) => {
      client.setQueryData(azureConfigQuery({ isQuiet: false }).queryKey, stored)
      expireWhatDependsOnIt(client)
      if (runId !== null) followOwn(runId)
      onSaved(stored)
    },
  })
  return { save, dialog }
}

/** With another connection other tenants are read, with other permissions, by other people. */
function expireWhatDependsOnIt(client: QueryClient): void {
  expireTenantData(client, 0)
  for (const queryKey of [
    [TENANT_LIST],
    [TENANT_PERMISSIONS],
    [SETUP],
    signInOptionsQuery.queryKey,
  ])
    void client.invalidateQueries({ queryKey })
}
