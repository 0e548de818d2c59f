import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'

import { LinkButton } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { TENANT_CRUMBS } from './tenant-crumbs.ts'

/** The same for a tenant that does not exist and for one that the reader may not see (decisions.md, Roles). */
export function TenantNotFound() {
  return (
    <PageShell title="Tenant not found" crumbs={TENANT_CRUMBS}>
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
    </PageShell>
  )
}
