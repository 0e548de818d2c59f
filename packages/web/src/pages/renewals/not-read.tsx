import type { Renewals } from '@tenantscope/contract/renewals'

import { useFormat } from '../../lib/preferences.ts'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TenantLink } from '../../ui/tenant-link.tsx'
import { Text } from '../../ui/text.tsx'

const NAMED = 20

/** Names the tenants whose renewals are not known. */
export function NotRead({ tenants: { notRead } }: Pick<Renewals, 'tenants'>) {
  const format = useFormat()
  if (notRead.length === 0) return null
  const more = notRead.length - NAMED
  const tenants = notRead.length === 1 ? '1 tenant' : `${format.number(notRead.length)} tenants`
  return (
    <Notice intent="warning" title={`The subscriptions of ${tenants} were not read`}>
      <Stack as="span" gap={4}>
        <span>Their renewals are not known and are not listed.</span>
        <Stack as="ul" row wrap gap={12} lineGap={0}>
          {notRead.slice(0, NAMED).map(({ tenantId, displayName }) => (
            <li key={tenantId}>
              <TenantLink tenantId={tenantId} wrap>
                {displayName}
              </TenantLink>
            </li>
          ))}
          {more > 0 && <Text as="li">and {format.number(more)} more</Text>}
        </Stack>
      </Stack>
    </Notice>
  )
}
