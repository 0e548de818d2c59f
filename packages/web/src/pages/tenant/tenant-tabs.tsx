import { useSearch } from '@tanstack/react-router'
import type { TenantId } from '@tenantscope/contract/ids'

import { LinkTabs } from '../../ui/link-tabs.tsx'

const TABS = [
  { id: 'organization', label: 'Organization Overview' },
  { id: 'licenses', label: 'License Overview' },
  { id: 'matrix', label: 'License Matrix' },
  { id: 'reports', label: 'Reports' },
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
  const { tab, license, compare } = useSearch({ strict: false })
  const [first] = TABS
  const ofLink = tabOf({ license, compare })
  return TABS.find(({ id }) => id === tab) ?? TABS.find(({ id }) => id === ofLink) ?? first
}

function tabOf({
  license,
  compare,
}: {
  license: string | undefined
  compare: string | undefined
}): TenantTabId | undefined {
  if (license !== undefined) return 'licenses'
  return compare === undefined ? undefined : 'reports'
}
