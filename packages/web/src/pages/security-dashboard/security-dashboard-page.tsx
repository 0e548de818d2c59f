import { AdminPage } from '../../ui/admin-page.tsx'
import { SecurityDashboard } from './security-dashboard.tsx'

export function SecurityDashboardPage() {
  return (
    <AdminPage title="Security Dashboard">
      <SecurityDashboard />
    </AdminPage>
  )
}
