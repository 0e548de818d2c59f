import { AdminPage } from '../../ui/admin-page.tsx'
import { LicenseManagement } from './license-management.tsx'

/** License Management (specification section 2). */
export function AdminLicensesPage() {
  return (
    <AdminPage title="License Management">
      <LicenseManagement />
    </AdminPage>
  )
}
