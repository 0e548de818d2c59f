import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import { OverviewWarning } from '@tenantscope/contract/auth'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { listTenants, TenantStatus } from '@tenantscope/contract/tenants'

interface Standing {
  /** How many tenants the reader sees. */
  total: number
  /** Of the tenant that is named; undefined where the reader's list has none such. */
  status: TenantStatus | undefined
}

interface WarningText {
  title: string
  text: (tenantName: string) => string
  /** An old or invented address must not tell what is not so. */
  isTrue: (standing: Standing) => boolean
}

const TEXTS = {
  tenant_suspended: {
    title: 'Tenant Access Suspended',
    text: (tenantName) =>
      `The contract or the relationship with ${tenantName} has ended, so it is no longer read. If that is a mistake, ask your Tenantscope administrator.`,
    isTrue: ({ status }) => status === 'Inactive',
  },
  no_roles: {
    title: 'No Roles Assigned',
    text: () =>
      'You are signed in, but no tenant has been given to you yet. Ask your Tenantscope administrator for access.',
    isTrue: ({ total }) => total === 0,
  },
  tenant_context_failed: {
    title: 'Tenant Context Error',
    text: (tenantName) =>
      `${tenantName} could not be opened. Choose it again from the list; if it stays away, ask your Tenantscope administrator.`,
    isTrue: ({ status }) => status !== 'Active',
  },
} as const satisfies Record<OverviewWarning, WarningText>

interface OverviewWarningBarProps {
  code: string | undefined
  tenantId: string | undefined
  /** The reader's own: the address could name anything. */
  list: CallReply<typeof listTenants>
}

/** Why somebody was led here; a code that does not exist says nothing, nor one that does not hold. */
export function OverviewWarningBar({ code, tenantId, list }: OverviewWarningBarProps) {
  const warning = OverviewWarning.safeParse(code)
  if (!warning.success) return null
  const { title, text, isTrue }: WarningText = TEXTS[warning.data]
  const tenant = list.tenants.find(({ id }) => id === tenantId)
  if (!isTrue({ total: list.total, status: tenant?.status })) return null
  const sentence = text(tenant?.displayName ?? 'the tenant')
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{title}</MessageBarTitle>
        {sentence.charAt(0).toUpperCase() + sentence.slice(1)}
      </MessageBarBody>
    </MessageBar>
  )
}
