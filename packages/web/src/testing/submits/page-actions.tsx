import { startConsent } from '@tenantscope/contract/consent'
import { getTenantCoverage } from '@tenantscope/contract/coverage'
import { decodeCspLicenses } from '@tenantscope/contract/csp-decode'
import { recordExport } from '@tenantscope/contract/exports'
import { discoverLicenses } from '@tenantscope/contract/license-management'
import { listLicenses, listTenantUsers } from '@tenantscope/contract/licenses'
import {
  endOtherSessions,
  endOwnSession,
  getSecondFactor,
  listOwnSessions,
  startSecondFactor,
} from '@tenantscope/contract/own-account'
import { getTenantPosture, getTenantPostureChanges } from '@tenantscope/contract/posture'
import { listPostureExceptions } from '@tenantscope/contract/posture-exceptions'
import { refreshTenant, refreshTenants } from '@tenantscope/contract/sync'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { loadView, saveView } from '@tenantscope/contract/views'
import { screen } from '@testing-library/react'

import { SecondFactorPage } from '../../pages/second-factor/second-factor-page.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { catchPopups } from '../consents.ts'
import type { FakeServer } from '../fake-server.ts'
import { makeAdminLicense } from '../licenses.ts'
import { noSecondFactor, otherSession, thisSession } from '../own-account.ts'
import { makeDetails, makeLicense } from '../tenant-details.ts'
import { listOf } from '../tenant-lists.ts'
import { coverageOf, makeCheck, makeCovered, makePosture } from '../tenant-posture.ts'
import { makeUser, pageOf } from '../tenant-users.ts'
import { makeTenant } from '../tenants.ts'
import { setWindowWidth } from '../window-width.ts'
import { nothing, opened, press, shown } from './submit.tsx'
import type { Submit } from './submit.tsx'

const contoso = makeTenant({
  displayName: 'Contoso',
  defaultDomainName: 'contoso.com',
  accessLevel: 'limited',
  missingPermissions: ['Directory.Read.All'],
})

function answerTenants(server: FakeServer) {
  setWindowWidth(1_600)
  catchPopups()
  server.answer(listTenants, listOf([contoso]))
  server.answer(loadView, { success: true, preferences: null })
}

/** All Tenants with these filters. */
const allTenants = (search = '', prepare: (server: FakeServer) => void = nothing) =>
  opened(`/dashboard${search}`, (server) => {
    answerTenants(server)
    prepare(server)
  })

const SAVED = {
  searchTerm: '',
  statusFilter: 'Active',
  accessLevelFilter: 'all',
  sortField: 'people',
  sortDirection: 'desc',
  methodFilter: 'all',
} as const

/** The page of a tenant, with one license, one user and one check. */
const tenantPage = (search = '', prepare: (server: FakeServer) => void = nothing) =>
  opened(`/tenant/${contoso.id}${search}`, (server) => {
    server.answer(listTenants, listOf([contoso]))
    server.answer(
      getTenantDetails,
      makeDetails(contoso, { licenses: [makeLicense({ skuId: 'e3' })] }),
    )
    server.answer(listTenantUsers, pageOf([makeUser({ licenseSkuIds: ['e3'] })]))
    server.answer(getTenantPosture, makePosture([makeCheck()]))
    server.answer(getTenantPostureChanges, { changes: [], more: 0 })
    server.answer(listPostureExceptions, { exceptions: [] })
    prepare(server)
  })

const coverage = async () => {
  const page = coverageOf([makeCovered()], { total: 2, nextCursor: 'page-2' })
  const app = await tenantPage('?tab=security&people=all', (server) =>
    server.answer(getTenantCoverage, page),
  )()
  await screen.findByText('Showing 1 of 2 people')
  return app
}

const ownSecurity = opened('/profile?tab=security', (server) => {
  server.answer(getSecondFactor, noSecondFactor)
  server.answer(listOwnSessions, { sessions: [thisSession, otherSession] })
})

const licenses = opened('/admin-licenses', (server) => {
  setWindowWidth(1_440)
  server.answer(listLicenses, [makeAdminLicense()])
})

/** The buttons of pages that start something, outside of forms and questions. */
export const PAGE_ACTIONS: readonly Submit[] = [
  {
    file: 'pages/all-tenants/command-bar.tsx',
    button: 'Save view',
    sends: saveView,
    open: allTenants('?status=Active'),
  },
  {
    file: 'pages/all-tenants/command-bar.tsx',
    button: 'Delete saved view',
    sends: saveView,
    open: allTenants('', (server) =>
      server.answer(loadView, { success: true, preferences: SAVED }),
    ),
  },
  {
    file: 'pages/all-tenants/command-bar.tsx',
    button: 'Export CSV',
    sends: recordExport,
    endsAtOnce: true,
    open: allTenants(),
  },
  {
    file: 'features/refresh/refresh-button.tsx',
    button: 'Refresh',
    sends: refreshTenants,
    open: allTenants(),
  },
  {
    file: 'features/consent/use-consents.ts',
    button: 'Limited Access: grant consent for Contoso',
    sends: startConsent,
    open: allTenants(),
  },
  {
    file: 'features/refresh/use-refresh.ts',
    button: 'Refresh',
    sends: refreshTenant,
    open: tenantPage(),
  },
  {
    file: 'pages/tenant/tenant-page.tsx',
    button: 'CSP License Decoder',
    sends: decodeCspLicenses,
    open: tenantPage(),
  },
  {
    file: 'pages/tenant/tenant-view.tsx',
    button: 'Try Again',
    sends: decodeCspLicenses,
    open: async () => {
      const app = await tenantPage('', (server) =>
        server.refuse(decodeCspLicenses, { status: 503, code: 'UNAVAILABLE', message: 'No.' }),
      )()
      await press('CSP License Decoder')
      return app
    },
  },
  {
    file: 'pages/tenant/matrix/matrix-view.tsx',
    button: 'Export CSV',
    sends: recordExport,
    endsAtOnce: true,
    open: async () => {
      const app = await tenantPage('?tab=matrix')()
      await screen.findByRole('grid')
      return app
    },
  },
  {
    file: 'pages/tenant/security/checks-card.tsx',
    button: 'Export CSV',
    sends: recordExport,
    endsAtOnce: true,
    open: tenantPage('?tab=security&verdict=all'),
  },
  {
    file: 'pages/tenant/security/coverage-list.tsx',
    button: 'Export CSV',
    sends: getTenantCoverage,
    open: coverage,
  },
  {
    file: 'pages/tenant/security/coverage-list.tsx',
    button: 'Load more',
    sends: getTenantCoverage,
    open: coverage,
  },
  {
    file: 'ui/export-button.tsx',
    button: 'Export CSV',
    sends: recordExport,
    endsAtOnce: true,
    open: shown(
      <ExportButton
        hasRows
        save={async () => {
          const { saveCsv } = await import('../../lib/save-csv.ts')
          return saveCsv({ name: 'rows', table: 'tenants', rows: [], columns: [], timeZone: 'UTC' })
        }}
      />,
    ),
  },
  {
    file: 'pages/admin-licenses/admin-licenses-page.tsx',
    button: 'Export CSV',
    sends: recordExport,
    endsAtOnce: true,
    open: licenses,
  },
  {
    file: 'pages/admin-licenses/admin-licenses-page.tsx',
    button: 'Discover All Licenses',
    sends: discoverLicenses,
    open: licenses,
  },
  {
    file: 'pages/profile/security/own-second-factor.tsx',
    button: 'Set up second factor',
    sends: startSecondFactor,
    open: ownSecurity,
  },
  {
    file: 'pages/second-factor/second-factor-page.tsx',
    button: 'Set up second factor',
    sends: startSecondFactor,
    open: shown(<SecondFactorPage />),
  },
  {
    file: 'pages/profile/security/sessions.tsx',
    button: 'Sign out elsewhere',
    sends: endOtherSessions,
    open: ownSecurity,
  },
  {
    file: 'pages/profile/security/sessions.tsx',
    button: /^Sign out Safari/u,
    sends: endOwnSession,
    open: ownSecurity,
  },
]
