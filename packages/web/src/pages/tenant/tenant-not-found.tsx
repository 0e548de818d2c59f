import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'

import { LinkButton } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The same for a tenant that does not exist and for one that the reader may not see (decisions.md, Roles). */
export function TenantNotFound() {
  return (
    <EmptyState
      icon={<BuildingMultipleRegular />}
      title="404: there is no tenant here that you can see"
      text="The link may be mistyped, or you have not been given access to this tenant. An administrator of Tenantscope can give it."
      action={
        <LinkButton to="/dashboard" appearance="primary">
          Back to All Tenants
        </LinkButton>
      }
    />
  )
}
