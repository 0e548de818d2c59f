import { OrganizationRegular } from '@fluentui/react-icons/svg/organization'

import { useCurrentUser } from '../../lib/current-user.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/**
 * The own directory is a tenant like any other: without a grant for it nothing of it is shown, and
 * whether it was read already is not told either (decisions.md, Roles).
 */
export function NoOrganization() {
  const { isAdmin } = useCurrentUser()
  return (
    <EmptyState
      icon={<OrganizationRegular />}
      title="Your organization is not shown here"
      text={isAdmin ? NOT_READ : NOT_SEEN}
      action={
        <LinkButton to="/dashboard" appearance="primary">
          Go to All Tenants
        </LinkButton>
      }
    />
  )
}

const NOT_READ =
  "Tenantscope has not found your organization's own directory yet. It appears here after the next refresh that reads it."
const NOT_SEEN =
  "Either you have not been given access to your organization's own directory, or Tenantscope has not read it yet. Your Tenantscope administrator can tell, and can give you access."
