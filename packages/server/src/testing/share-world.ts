import { ShareId, TenantId } from '@tenantscope/contract/ids'
import { createShare, readSharedReport } from '@tenantscope/contract/shares'
import type { ReportShare } from '@tenantscope/contract/shares'
import type { LightMyRequestResponse } from 'fastify'

import { storeReading } from './stored-tenant.ts'
import type { StoredReading } from './stored-tenant.ts'
import { guidOf } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

export const E3 = '05e9a617-0261-4cee-bb44-138d3ef5d965'
export const OWN = '00000000-0000-4000-8000-0000000000ee'
const personId = (number: number): string => `10000000-0000-4000-8000-00000000000${number}`

export const PEOPLE_IDS = [1, 2, 3, 4].map(personId)

/** Values that must not appear in any shared file or page. */
export const SECRETS = [
  ...PEOPLE_IDS,
  E3,
  OWN,
  'fabrikam.com',
  'fabrikam',
  'anna.berg',
  'partner.example',
  'technician-',
  '1234567',
] as const

const READING: StoredReading = {
  skus: [
    { skuId: E3, skuPartNumber: 'SPE_E3', consumedUnits: 4, enabledUnits: 10 },
    { skuId: OWN, skuPartNumber: OWN, consumedUnits: 1, enabledUnits: 3 },
  ],
  people: [
    {
      id: personId(1),
      displayName: 'Anna Berg',
      userPrincipalName: 'anna.berg@fabrikam.com',
      mail: 'anna.berg@mail.fabrikam.com',
      holds: [{ skuId: E3 }, { skuId: OWN }],
    },
    {
      id: personId(2),
      displayName: 'anna.berg@fabrikam.com',
      userPrincipalName: 'anna.berg_fabrikam.com#EXT#@contoso.onmicrosoft.com',
      userType: 'guest',
      holds: [{ skuId: E3 }],
    },
    { id: personId(3), displayName: null, userPrincipalName: null, holds: [{ skuId: E3 }] },
    {
      id: personId(4),
      displayName: 'Юлия \u202E(+49 30 1234567)',
      userPrincipalName: 'юлия@fabrikam.com',
      accountEnabled: false,
      holds: [{ skuId: E3 }],
    },
  ],
}

/** A tenant that can be reported on. */
export async function storeShared(app: TestApp, id: string, reading = READING): Promise<void> {
  const { db } = app.database.handle
  await storeReading(
    db,
    { id, displayName: 'Acme (it@fabrikam.com)', at: app.clock.now() },
    reading,
  )
  await db
    .updateTable('tenants')
    .set({ defaultDomainName: 'fabrikam.com' })
    .where('id', '=', TenantId.parse(id))
    .execute()
}

export const manySharedPeople = (count: number): StoredReading => ({
  skus: READING.skus ?? [],
  people: Array.from({ length: count }, (_, at) => ({
    id: guidOf(at),
    displayName: `Person ${at}`,
    userPrincipalName: `person${at}@fabrikam.com`,
    holds: [{ skuId: E3 }],
  })),
})

export const selectionOf = (userIds: readonly string[] = PEOPLE_IDS): string =>
  JSON.stringify({ licenseIds: [E3, OWN].slice(0, userIds === PEOPLE_IDS ? 2 : 1), userIds })

type Choices = Partial<{
  reportData: string
  expirationDays: number
  maxAccess: number | null
  maskNames: boolean
  passphrase: string | null
}>

export async function makeShare(
  creator: TestBrowser,
  tenantId: string,
  choices: Choices = {},
): Promise<ReportShare & { token: string }> {
  const { share } = await creator.call(createShare, {
    body: { tenantId, reportType: 'user-license', reportData: selectionOf(), ...choices },
  })
  return { ...share, token: share.shareToken }
}

/** The report as the page gets it, counts and all. */
export const open = async (visitor: TestBrowser, token: string) =>
  (await visitor.call(readSharedReport, { params: { token } })).report

export const sharedPath = (token: string, rest = ''): string =>
  `/api/reports/shared/${encodeURIComponent(token)}${rest}`

export const get = (
  visitor: TestBrowser,
  url: string,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  visitor.request({ method: 'GET', url, headers: { 'sec-fetch-site': 'same-origin', ...headers } })

/** The count and the log of a link, from the database itself. */
export async function countsOf({ database }: TestApp, shareId: string) {
  const { db } = database.handle
  const share = await db
    .selectFrom('sharedReports')
    .select(['accessCount', 'shareToken', 'isActive', 'endReason', 'endedBy', 'isKept'])
    .where('id', '=', ShareId.parse(shareId))
    .executeTakeFirstOrThrow()
  const log = await db
    .selectFrom('sharedReportAccess')
    .select(['accessType', 'format', 'ipAddress', 'userAgent'])
    .where('shareToken', '=', share.shareToken)
    .orderBy('id')
    .execute()
  return { ...share, log }
}
