import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { AdminSettings } from '@tenantscope/contract/settings'
import { useEffect } from 'react'

import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { showToast } from '../../../lib/toasts.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { settingsQuery } from '../settings/settings.queries.ts'
import { MappingsCard } from './mappings-card.tsx'
import { OutcomesCard } from './outcomes-card.tsx'
import { roleMappingsQuery } from './role-mappings.queries.ts'

const useStyles = makeStyles({
  tab: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})

/** Which local role a directory role gives (specification section 6). */
export function RoleMappingTab() {
  const styles = useStyles()
  const query = useQuery(roleMappingsQuery)
  // The bar stands above the list, which must not move once it is there.
  const settings = useQuery(settingsQuery)
  useEffect(() => {
    if (query.error !== null)
      showToast({ intent: 'error', title: 'Error', text: 'Failed to load role mappings' })
  }, [query.error])
  // What is edited is what is stored now, not what was read some time ago.
  const isOld = query.isFetching && !query.isFetchedAfterMount
  if (query.isPending || isOld || settings.isPending)
    return <PageSpinner text="Loading role mappings..." />
  if (query.data === undefined)
    return (
      <LoadFailed
        title="Failed to load role mappings"
        message={userMessageOf(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
        retryLabel="Retry"
      />
    )
  return (
    <div className={styles.tab}>
      {settings.data && <RoleSyncBar settings={settings.data} />}
      <MappingsCard stored={query.data} onReload={() => void query.refetch()} />
      <OutcomesCard mappings={query.data.mappings} version={query.data.version} />
    </div>
  )
}

/** Whether the mappings count at every sign-in or only once. */
function RoleSyncBar({ settings }: { settings: AdminSettings }) {
  if (!settings.roleSyncEnabled)
    return (
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>
          Role sync is off: roles are mapped only when somebody is imported. It can be switched on
          under Settings.
        </MessageBarBody>
      </MessageBar>
    )
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Role sync is on</MessageBarTitle>
        Roles from these mappings overwrite manual assignments at each Microsoft sign-in. Who
        matches no mapping becomes a Viewer. Local users keep their role.
      </MessageBarBody>
    </MessageBar>
  )
}
