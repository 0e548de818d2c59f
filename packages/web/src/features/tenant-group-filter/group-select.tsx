import { useQuery } from '@tanstack/react-query'
import { TenantGroupId } from '@tenantscope/contract/ids'

import { tenantGroupsQuery } from '../../lib/tenant-groups.queries.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'

interface GroupSelectProps {
  /** Whether any tenant is in a group; otherwise the groups are not read. */
  isUsed: boolean
  chosen: TenantGroupId | undefined
  onChoose: (group: TenantGroupId | undefined) => void
}

/** The filter by tenant group. Absent when there are no groups; a chosen group that no longer exists can still be removed. */
export function GroupSelect({ isUsed, chosen, onChoose }: GroupSelectProps) {
  const { data: groups = [], isPending } = useQuery({
    ...tenantGroupsQuery,
    enabled: isUsed || chosen !== undefined,
  })
  if (groups.length === 0 && chosen === undefined) return null
  const isKnown = groups.some(({ id }) => id === chosen)
  const unknown = isPending ? 'Loading...' : 'Unknown group'
  return (
    <FilterSelect
      label="Group"
      all="All Groups"
      value={chosen}
      options={[
        ...(chosen === undefined || isKnown ? [] : [[chosen, unknown] as const]),
        ...groups.map(({ id, name }) => [id, name] as const),
      ]}
      onChoose={(group) => onChoose(TenantGroupId.safeParse(group).data)}
    />
  )
}
