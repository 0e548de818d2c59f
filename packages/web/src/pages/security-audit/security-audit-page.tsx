import { AdminPage } from '../../ui/admin-page.tsx'
import { SecurityAudit } from './security-audit.tsx'

export function SecurityAuditPage() {
  return (
    <AdminPage title="Security Audit">
      <SecurityAudit />
    </AdminPage>
  )
}
