import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import { OverviewWarning } from '@tenantscope/contract/auth'

interface WarningText {
  title: string
  text: (tenantName: string) => string
}

const TEXTS = {
  tenant_suspended: {
    title: 'Tenant Access Suspended',
    text: (tenantName) =>
      `The contract or the relationship with ${tenantName} has ended, so it is no longer read. If that is a mistake, ask your Tenantscope administrator.`,
  },
  no_roles: {
    title: 'No Roles Assigned',
    text: () =>
      'You are signed in, but no tenant has been given to you yet. Ask your Tenantscope administrator for access.',
  },
  tenant_context_failed: {
    title: 'Tenant Context Error',
    text: (tenantName) =>
      `${tenantName} could not be opened. Choose it again from the list; if it stays away, ask your Tenantscope administrator.`,
  },
} as const satisfies Record<OverviewWarning, WarningText>

interface OverviewWarningBarProps {
  code: string | undefined
  /** From the reader's own list: the address could name anything. */
  tenantName: string | undefined
}

/** Why somebody was led here; a code that does not exist says nothing. */
export function OverviewWarningBar({ code, tenantName }: OverviewWarningBarProps) {
  const warning = OverviewWarning.safeParse(code)
  if (!warning.success) return null
  const { title, text }: WarningText = TEXTS[warning.data]
  const sentence = text(tenantName ?? 'the tenant')
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{title}</MessageBarTitle>
        {sentence.charAt(0).toUpperCase() + sentence.slice(1)}
      </MessageBarBody>
    </MessageBar>
  )
}
