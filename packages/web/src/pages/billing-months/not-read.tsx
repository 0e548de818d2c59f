import { monthName } from '@tenantscope/analysis/billing-text'
import type { BilledTenant } from '@tenantscope/contract/billing-months'

import { useFormat } from '../../lib/preferences.ts'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { BilledTenantLink } from './tenant-columns.tsx'

const NAMED = 20

interface NotReadProps {
  month: string
  tenants: readonly BilledTenant[]
}

/** Names the tenants without numbers, and those whose records were changed outside of the product. */
export function NotRead({ month, tenants }: NotReadProps) {
  const notRead = tenants.filter(({ people }) => people === null)
  const changed = tenants.filter(({ isIntact }) => !isIntact)
  return (
    <>
      <Named
        tenants={notRead}
        month={month}
        title="not read"
        text="No good reading of them is from this month, so their numbers are not known and are in no sum. An administrator can correct the month."
      />
      <Named
        tenants={changed}
        month={month}
        title="changed outside of Tenantscope"
        text="Their records no longer match the hash of the day on which they were frozen. Compare the hash with the audit, or restore a backup."
      />
    </>
  )
}

function Named({ tenants, month, title, text }: NotReadProps & { title: string; text: string }) {
  const format = useFormat()
  if (tenants.length === 0) return null
  const more = tenants.length - NAMED
  const count =
    tenants.length === 1 ? '1 tenant was' : `${format.number(tenants.length)} tenants were`
  return (
    <Notice intent="warning" title={`${count} ${title} in ${monthName(month)}`}>
      <Stack as="span" gap={4}>
        <span>{text}</span>
        <Stack as="ul" row wrap gap={12} lineGap={0}>
          {tenants.slice(0, NAMED).map((tenant) => (
            <li key={tenant.tenantId}>
              <BilledTenantLink tenant={tenant} />
            </li>
          ))}
          {more > 0 && <Text as="li">and {format.number(more)} more</Text>}
        </Stack>
      </Stack>
    </Notice>
  )
}
