import { LicenseReport } from '@tenantscope/contract/report-document'
import { generateReport } from '@tenantscope/contract/reports'
import type { LightMyRequestResponse } from 'fastify'

import { composeReports } from '../app/reports.ts'
import type { Reports } from '../app/reports.ts'
import { composeLicenses } from '../app/tenants.ts'
import { createTenantSeatsRepo } from '../features/licenses/tenant-seats.repo.ts'
import { createTenantSeatsService } from '../features/licenses/tenant-seats.service.ts'
import { quietLogger } from './database-template.ts'
import { storeReading } from './stored-tenant.ts'
import type { StoredReading } from './stored-tenant.ts'
import { guidOf } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

export const E3 = '05e9a617-0261-4cee-bb44-138d3ef5d965'
export const FLOW = 'f30db892-07e9-47e9-837c-80727f46fd3d'
/** Without a name of its own in the catalog. */
export const OWN = '00000000-0000-4000-8000-0000000000ee'

/** People with every way to hold a license, or to hold none. */
export const READING: StoredReading = {
  skus: [
    { skuId: E3, skuPartNumber: 'SPE_E3', consumedUnits: 6, enabledUnits: 10 },
    { skuId: FLOW, skuPartNumber: 'FLOW_FREE', consumedUnits: 2, enabledUnits: 10_000 },
    { skuId: OWN, skuPartNumber: '=OWN', consumedUnits: 0, enabledUnits: 3 },
  ],
  people: [
    {
      id: 'twice',
      displayName: 'Zoë <b>Both</b>',
      userPrincipalName: 'zoe@contoso.example',
      mail: 'zoe@mail.example',
      holds: [{ skuId: E3 }, { skuId: E3.toUpperCase(), group: 'sales' }, { skuId: FLOW }],
    },
    {
      id: 'blocked-guest',
      displayName: '=cmd|calc',
      userPrincipalName: 'x#EXT#@contoso.example',
      accountEnabled: false,
      userType: 'guest',
      holds: [{ skuId: E3, group: 'sales' }],
    },
    { id: 'nameless', displayName: ' ', userPrincipalName: 'émile@x', holds: [{ skuId: FLOW }] },
    { id: 'bare', displayName: null, holds: [{ skuId: E3, state: 'ActiveWithError' }] },
    { id: 'hebrew', displayName: 'שלום\u202Eabc\u0007', holds: [{ skuId: E3 }] },
    { id: 'failed', displayName: 'Anna', holds: [{ skuId: E3, state: 'Error' }] },
    { id: 'none', displayName: 'No licenses' },
  ],
}

export const HOLDERS = ['twice', 'blocked-guest', 'nameless', 'bare', 'hebrew'] as const

export const storeFor = (app: TestApp, id: string, reading: StoredReading): Promise<void> =>
  storeReading(
    app.database.handle.db,
    { id, displayName: 'Contoso / Süd', at: app.clock.now() },
    reading,
  )

export interface Wanted {
  readonly tenantId: string
  readonly licenseIds?: readonly string[] | undefined
  readonly userIds?: readonly string[] | undefined
  readonly format?: string
  readonly progressId?: string
}

/** The body of a report of everything that can be in one. */
export const bodyOf = (wanted: Wanted) => ({
  reportType: 'user-license',
  licenseIds: [E3, FLOW],
  userIds: HOLDERS,
  format: 'json',
  ...wanted,
})

export async function generate(
  browser: TestBrowser,
  wanted: Wanted,
): Promise<LightMyRequestResponse> {
  const response = await browser.request({
    method: generateReport.method,
    url: generateReport.path,
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: bodyOf(wanted),
  })
  if (response.statusCode !== 200) throw new Error(`no report: ${response.body}`)
  return response
}

export const generatedDocument = async (
  browser: TestBrowser,
  wanted: Wanted,
): Promise<LicenseReport> => LicenseReport.parse((await generate(browser, wanted)).json())

/** This number of users with one license each, and some with a second. */
export const manyHolders = (count: number): StoredReading => ({
  skus: READING.skus ?? [],
  people: Array.from({ length: count }, (_, at) => ({
    id: guidOf(at),
    displayName: `Person ${(at * 7_919) % count}`,
    userPrincipalName: `person${at}@contoso.example`,
    holds: at % 3 === 0 ? [{ skuId: E3 }, { skuId: FLOW }] : [{ skuId: E3 }],
  })),
})

/** The services behind the calls, for what no call does. */
export function reportsOf(app: TestApp): Reports {
  const { db } = app.database.handle
  const { clock, people } = app
  const licenses = composeLicenses({ db, clock })
  const tenantSeats = createTenantSeatsService({ repo: createTenantSeatsRepo(db), licenses, clock })
  return composeReports({
    foundation: { db, clock, logger: quietLogger },
    people,
    refreshing: { licenses, tenantSeats },
  })
}
