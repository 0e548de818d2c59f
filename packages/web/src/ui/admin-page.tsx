import { ShieldProhibitedRegular } from '@fluentui/react-icons/svg/shield-prohibited'
import type { ReactNode } from 'react'

import { useCurrentUser } from '../lib/current-user.ts'
import { LinkButton } from './app-link.tsx'
import { EmptyState } from './empty-state.tsx'
import { PageShell } from './page-shell.tsx'

/**
 * A page for administrators; other users see and load nothing of it (specification section 2, Admin
 * Panel). The server enforces this as well.
 */
export function AdminPage({ title, children }: { title: string; children: ReactNode }) {
  const { isAdmin } = useCurrentUser()
  if (isAdmin) return children
  return (
    <PageShell title={title}>
      <EmptyState
        title="Access Denied"
        text="You don't have administrator privileges. Contact your system administrator for access."
        icon={<ShieldProhibitedRegular />}
        action={
          <LinkButton to="/dashboard" appearance="primary">
            Go to All Tenants
          </LinkButton>
        }
      />
    </PageShell>
  )
}
