import { AdminPage } from '../../ui/admin-page.tsx'
import { LicenseAudit } from './license-audit.tsx'

/** License Audit Trail (specification section 2). */
export function LicenseAuditPage() {
  return (
    <AdminPage title="License Audit Trail">
      <LicenseAudit />
    </AdminPage>
  )
}
