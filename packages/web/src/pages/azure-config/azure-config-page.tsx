import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { HelpButton } from '../../features/help/help-button.tsx'
import { readAgain } from '../../features/refresh/read-again.ts'
import { RefreshProgress } from '../../features/refresh/refresh-progress.tsx'
import { useRefresh } from '../../features/refresh/use-refresh.ts'
import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { azureConfigQuery } from '../../lib/azure-config.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { AzureConfigView } from './azure-config-view.tsx'
import { LoadingConnection } from './loading-connection.tsx'

/** The Microsoft connection (specification section 2, Azure Configuration). */
export function AzureConfigPage() {
  const client = useQueryClient()
  const config = useQuery(azureConfigQuery({ isQuiet: false }))
  const [hasSaved, setHasSaved] = useState(false)
  const refresh = useRefresh({
    scope: 'all',
    // A refresh gets new tokens, and may learn when the credential ends.
    onNewData: (freshForMs) => {
      if (config.data) void readAgain(client, azureConfigQuery({ isQuiet: true }), freshForMs)
    },
  })
  return (
    <PageShell
      title="Azure Configuration"
      titleAside={<HelpButton topic="azure-config" />}
      crumbs={CRUMBS}
      description="The app registration of your own Microsoft Entra ID (Azure AD) directory, as which Tenantscope reads."
      actions={
        <>
          <RefreshProgress refresh={refresh} />
          {hasSaved && <LinkButton to="/dashboard">Go to All Tenants</LinkButton>}
        </>
      }
    >
      {config.isPending && <LoadingConnection />}
      {config.isLoadingError && (
        <LoadFailed
          title="Failed to load the Microsoft connection"
          message={userMessageOf(config.error)}
          requestId={requestIdOf(config.error)}
          onRetry={() => void config.refetch()}
          retryLabel="Retry"
        />
      )}
      {config.data && <AzureConfigView config={config.data} onSaved={() => setHasSaved(true)} />}
    </PageShell>
  )
}

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'Azure Configuration' }] as const
