import { listAudit } from '@tenantscope/contract/audit'
import type { TenantId } from '@tenantscope/contract/ids'
import { compareTenantPolicies } from '@tenantscope/contract/policy-comparison'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { storeReading } from '../../testing/stored-tenant.ts'
import type { StoredReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

let app: TestApp
let viewer: TestBrowser
let fabrikam: TenantId
let contoso: TenantId

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  fabrikam = await app.addTenant(guidOf(1), 'Fabrikam')
  contoso = await app.addTenant(guidOf(2), 'Contoso')
  viewer = await app.signIn('viewer', { tenants: [fabrikam, contoso] })
})
afterAll(() => app.close())

const policyOf = (id: string, displayName: string, users: object) => ({
  id,
  displayName,
  conditions: { users: { includeUsers: ['All'], ...users }, clientAppTypes: ['all'] },
  grantControls: { operator: 'OR', builtInControls: ['mfa'] },
})

const store = (tenantId: TenantId, displayName: string, reading: StoredReading) =>
  storeReading(app.database.handle.db, { id: tenantId, displayName, at: app.clock.now() }, reading)
const compare = (by = viewer) =>
  by.call(compareTenantPolicies, {
    params: { tenantId: fabrikam },
    query: { compareWith: contoso },
  })

test('policies of two tenants are compared, with the names of what each one excludes', async () => {
  await store(fabrikam, 'Fabrikam', {
    policies: [
      policyOf(guidOf(11), 'MFA for everyone', { excludeGroups: [guidOf(31)] }),
      policyOf(guidOf(12), 'Only here', { includeUsers: ['None'] }),
    ],
    groups: [{ id: guidOf(31), displayName: 'Break glass' }],
  })
  await store(contoso, 'Contoso', {
    policies: [policyOf(guidOf(21), 'MFA for everyone', { excludeGroups: [guidOf(32)] })],
    groups: [{ id: guidOf(32), displayName: 'Service accounts' }],
  })
  const dataAsOf = app.clock.now().toISOString()
  expect(await compare()).toMatchObject({
    here: { tenantId: fabrikam, displayName: 'Fabrikam', dataAsOf, isRead: true, malformed: 0 },
    there: { tenantId: contoso, displayName: 'Contoso', dataAsOf, isRead: true, malformed: 0 },
    policies: {
      pairs: [
        {
          here: { id: guidOf(11) },
          there: { id: guidOf(21) },
          matchedBy: 'name',
          differences: [
            {
              aspect: 'excluded',
              here: ['Groups: Break glass'],
              there: ['Groups: Service accounts'],
            },
          ],
        },
      ],
      onlyHere: [{ id: guidOf(12), displayName: 'Only here' }],
      onlyThere: [],
    },
  })
})

test('without the policies of one tenant nothing is compared, and malformed ones are counted', async () => {
  await store(fabrikam, 'Fabrikam', {
    policies: [policyOf(guidOf(11), 'MFA', {})],
    malformedRows: [{ part: 'policies', malformed: 2, named: [] }],
  })
  expect(await compare()).toMatchObject({
    here: { isRead: true, malformed: 2 },
    there: { isRead: false, dataAsOf: null },
    policies: null,
  })
  const failure = { part: 'policies', code: 'PERMISSION_MISSING', message: 'Not granted' } as const
  await store(contoso, 'Contoso', { partFailures: [failure] })
  expect(await compare()).toMatchObject({ there: { isRead: false }, policies: null })
})

test('both tenants must be granted; one that is not is answered as one that does not exist', async () => {
  const answers: unknown[] = []
  const ofOne = await app.signIn('viewer', { tenants: [fabrikam] })
  for (const [tenantId, compareWith] of [
    [fabrikam, contoso],
    [contoso, fabrikam],
    [fabrikam, guidOf(404)],
    [fabrikam, 'not-a-tenant'],
  ] as const) {
    const { status, body } = await ofOne.refusal(compareTenantPolicies, {
      params: { tenantId },
      query: { compareWith },
    })
    answers.push([status, body.code, body.message])
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toEqual([404, 'NOT_FOUND', 'Tenant not found'])
})

test('a comparison is recorded as an opening of both tenants, a refused one of none', async () => {
  const ofOne = await app.signIn('viewer', { tenants: [contoso] })
  const input = { params: { tenantId: contoso }, query: { compareWith: fabrikam } }
  await ofOne.refusal(compareTenantPolicies, input)
  const admin = await app.signIn('admin')
  const opened = async () => {
    const { entries } = await admin.call(listAudit, { query: { type: 'data' } })
    return entries.map(({ action, tenantId }) => `${action} ${tenantId}`).toSorted()
  }
  expect(await opened()).toEqual([])
  await compare()
  expect(await opened()).toEqual([`tenant opened ${fabrikam}`, `tenant opened ${contoso}`])
})

test.each(['', '?compareWith='])('the query %j is refused at compareWith', async (query) => {
  const url = `/api/tenants/${fabrikam}/policies${query}`
  const { statusCode, body } = await viewer.request({ method: 'GET', url })
  expect(statusCode).toBe(400)
  expect(body).toContain('Choose a tenant')
})
