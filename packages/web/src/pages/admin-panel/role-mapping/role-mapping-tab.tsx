import { useQuery } from '@tanstack/react-query'
import type { AdminSettings } from '@tenantscope/contract/settings'
import { useEffect } from 'react'

import { showToast } from '../../../lib/toasts.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { settingsQuery } from '../settings/settings.queries.ts'
import { MappingsCard } from './mappings-card.tsx'
import { Outcomes } from './outcomes.tsx'
import { roleMappingsQuery } from './role-mappings.queries.ts'

/** Maps directory roles to local roles (specification section 6). */
export function RoleMappingTab() {
  const query = useQuery(roleMappingsQuery)
  // The bar is above the list, which must not move later.
  const settings = useQuery(settingsQuery)
  useEffect(() => {
    if (query.error !== null)
      showToast({ intent: 'error', title: 'Error', text: 'Failed to load role mappings' })
  }, [query.error])
  // The list starts with the stored values, not with an old read.
  const isOld = query.isFetching && !query.isFetchedAfterMount
  if (query.isPending || isOld || settings.isPending)
    return <PageSpinner text="Loading role mappings..." />
  if (query.data === undefined)
    return <LoadFailed title="Failed to load role mappings" query={query} retryLabel="Retry" />
  return (
    <Stack gap={16}>
      {settings.data && <RoleSyncBar settings={settings.data} />}
      <MappingsCard stored={query.data} onReload={() => query.refetch({ throwOnError: true })} />
      <SectionCard title="Role preview">
        <Outcomes {...query.data} />
      </SectionCard>
    </Stack>
  )
}

/** Shows whether the mappings apply at every sign-in or only at the import. */
function RoleSyncBar({ settings }: { settings: AdminSettings }) {
  if (!settings.roleSyncEnabled)
    return (
      <Notice intent="info">
        Role sync is off. Mappings apply only when a user is imported. Role sync can be switched on
        under Settings.
      </Notice>
    )
  return (
    <Notice intent="warning" title="Role sync is on">
      Roles from these mappings overwrite manual assignments at each Microsoft sign-in. Users
      without a matching mapping become Viewers. Local users keep their role.
    </Notice>
  )
}
