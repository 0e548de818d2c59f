import { useSearch } from '@tanstack/react-router'
import type { TenantId } from '@tenantscope/contract/ids'

import { LinkTabs } from '../../ui/link-tabs.tsx'

const TABS = [
  { id: 'organization', label: 'Organization Overview' },
  { id: 'licenses', label: 'License Overview' },
] as const

export type TenantTabId = (typeof TABS)[number]['id']

/** The views of one tenant. */
export function TenantTabs({ tenantId }: { tenantId: TenantId }) {
  const current = useTenantTab()
  return (
    <LinkTabs
      label="Views of this tenant"
      tabs={TABS.map(({ id, label }) => ({
        label,
        isCurrent: id === current,
        link: { to: '/tenant/$tenantId', params: { tenantId }, search: { tab: id } },
      }))}
    />
  )
}

/** The tab in the address; anything unknown shows the first one. */
export function useTenantTab(): TenantTabId {
  const { tab } = useSearch({ strict: false })
  return TABS.find(({ id }) => id === tab)?.id ?? 'organization'
}
