import { useSearch } from '@tanstack/react-router'
import type { TenantId } from '@tenantscope/contract/ids'

import { LinkTabs } from '../../ui/link-tabs.tsx'

const TABS = [
  { id: 'organization', label: 'Organization Overview' },
  { id: 'licenses', label: 'License Overview' },
  { id: 'matrix', label: 'License Matrix' },
] as const

export type TenantTab = (typeof TABS)[number]
export type TenantTabId = TenantTab['id']

/** The views of one tenant. */
export function TenantTabs({ tenantId }: { tenantId: TenantId }) {
  const current = useTenantTab()
  return (
    <LinkTabs
      label="Views of this tenant"
      tabs={TABS.map(({ id, label }) => ({
        label,
        isCurrent: id === current.id,
        link: { to: '/tenant/$tenantId', params: { tenantId }, search: { tab: id } },
      }))}
    />
  )
}

/** The tab in the address. Without a known one it is the tab of what a link singles out, else the first. */
export function useTenantTab(): TenantTab {
  const { tab, license } = useSearch({ strict: false })
  const [first] = TABS
  const ofLink = license === undefined ? undefined : 'licenses'
  return TABS.find(({ id }) => id === tab) ?? TABS.find(({ id }) => id === ofLink) ?? first
}
