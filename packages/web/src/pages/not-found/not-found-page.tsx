import { CompassNorthwestRegular } from '@fluentui/react-icons/svg/compass-northwest'

import { LinkButton } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageShell } from '../../ui/page-shell.tsx'

/** Any path that is no screen (specification section 2). */
export function NotFoundPage() {
  return (
    <PageShell title="Page not found">
      <EmptyState
        title="404: there is no page at this address"
        text="The link may be old or mistyped, or the page may have moved."
        icon={<CompassNorthwestRegular />}
        action={
          <LinkButton to="/dashboard" appearance="primary">
            Go to All Tenants
          </LinkButton>
        }
      />
    </PageShell>
  )
}
