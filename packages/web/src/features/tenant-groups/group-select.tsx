import { Select } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { TenantGroupId } from '@tenantscope/contract/ids'

import { tenantGroupsQuery } from '../../lib/tenant-groups.queries.ts'

interface GroupSelectProps {
  /** Whether any tenant on screen is in a group: elsewhere nothing is asked for. */
  isUsed: boolean
  chosen: TenantGroupId | undefined
  className: string
  onChoose: (group: TenantGroupId | undefined) => void
}

/** Absent where there is no group; one that is chosen but gone can still be taken away. */
export function GroupSelect({ isUsed, chosen, className, onChoose }: GroupSelectProps) {
  const { data: groups = [], isPending } = useQuery({
    ...tenantGroupsQuery,
    enabled: isUsed || chosen !== undefined,
  })
  const isKnown = groups.some(({ id }) => id === chosen)
  if (groups.length === 0 && chosen === undefined) return null
  return (
    <Select
      className={className}
      aria-label="Group"
      value={chosen ?? ''}
      onChange={(_, { value }) => onChoose(TenantGroupId.safeParse(value).data)}
    >
      <option value="">All Groups</option>
      {chosen !== undefined && !isKnown && (
        <option value={chosen}>{isPending ? 'Loading...' : 'Unknown group'}</option>
      )}
      {groups.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
