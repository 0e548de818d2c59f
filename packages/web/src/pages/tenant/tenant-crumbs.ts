import type { Crumb } from '../../ui/breadcrumbs.tsx'

/** Where every state of the tenant page stands (specification section 2). */
export const TENANT_CRUMBS: readonly Crumb[] = [
  { label: 'Dashboard', to: '/dashboard' },
  { label: 'Tenant Details' },
]
