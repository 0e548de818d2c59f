import { listTenantUsers } from '@tenantscope/contract/licenses'
import {
  getTenantPosture,
  getTenantPostureChanges,
  getTenantPostureCheck,
} from '@tenantscope/contract/posture'
import type { TenantCheck, TenantPosture } from '@tenantscope/contract/posture'
import { listPostureExceptions } from '@tenantscope/contract/posture-exceptions'
import type { PostureException } from '@tenantscope/contract/posture-exceptions'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { screen } from '@testing-library/react'

import type { FakeServer } from './fake-server.ts'
import { technician } from './people.ts'
import { renderApp } from './render-app.tsx'
import { makeDetails, makeMfaCoverage } from './tenant-details.ts'
import { listOf } from './tenant-lists.ts'
import { makeCheckDetails, makePosture } from './tenant-posture.ts'
import { pageOf } from './tenant-users.ts'
import { makeTenant } from './tenants.ts'

// Loaded before the tests: they do not wait for code and replies together.
await Promise.all([
  import('../pages/tenant/tenant-page.tsx'),
  import('../pages/tenant/security/security-tab.tsx'),
  import('../pages/tenant/security/check-panel.tsx'),
  import('../features/posture/policy-panel.tsx'),
  import('../pages/tenant/security/coverage-list.tsx'),
  import('../pages/tenant/security/linked-person.tsx'),
  import('../pages/tenant/security/policy-comparison-view.tsx'),
  import('../pages/tenant/security/accept-risk-dialog.tsx'),
  import('../pages/tenant/security/emergency-accounts-dialog.tsx'),
])

export const contoso = makeTenant({ displayName: 'Contoso', defaultDomainName: 'contoso.com' })

interface SecurityScene {
  person?: typeof technician
  /** The address behind the tab, such as '&q=mfa'. */
  search?: string
  /** Whether the address names the tab. */
  isTabNamed?: boolean
  posture?: Partial<TenantPosture>
  tenant?: Partial<TenantListItem>
  exceptions?: PostureException[]
  prepare?: (server: FakeServer) => void
}

/** Opens the security tab of a tenant with these checks. */
export async function openSecurity(checks: TenantCheck[], scene: SecurityScene = {}) {
  const { person = technician, posture, exceptions = [], prepare } = scene
  const tenant = { ...contoso, ...scene.tenant }
  const { search = '', isTabNamed = true } = scene
  const app = await renderApp({
    person,
    at: `/tenant/${contoso.id}${isTabNamed ? '?tab=security' : ''}${search}`,
    prepare: (server) => {
      server.answer(getTenantDetails, makeDetails(tenant, { mfa: makeMfaCoverage(3) }))
      server.answer(listTenants, listOf([tenant]))
      server.answer(listTenantUsers, pageOf([]))
      server.answer(getTenantPosture, makePosture(checks, posture))
      server.answer(getTenantPostureChanges, { changes: [], more: 0 })
      server.answer(listPostureExceptions, { exceptions })
      const [first] = checks
      if (first) server.answer(getTenantPostureCheck, makeCheckDetails(first))
      prepare?.(server)
    },
  })
  await screen.findByText(contoso.displayName, { selector: 'h1' })
  return app
}
