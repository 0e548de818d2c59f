import { TenantId } from '@tenantscope/contract/ids'
import { listTenantUsers } from '@tenantscope/contract/licenses'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { storeReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const NAMES = ['Zoe', 'Åsa', 'anna', 'Anna', 'Bob', 'Östen', 'Olaf', 'Ørn', 'O’Neil', 'Ангел', '李']

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('the API sorts people by alphabet, as the files do, on every page', async () => {
  const tenantId = TenantId.parse(guidOf(1))
  const people = NAMES.map((displayName, index) => ({ id: `id-${index}`, displayName }))
  const at = app.clock.now()
  await storeReading(
    app.database.handle.db,
    { id: tenantId, displayName: 'Fabrikam', at },
    { people },
  )
  const admin = await app.signIn('admin')
  const names: string[] = []
  for (
    let cursor: string | undefined, isFirst = true;
    isFirst || cursor !== undefined;
    isFirst = false
  ) {
    const query = { limit: 3, ...(cursor === undefined ? {} : { cursor }) }
    const page = await admin.call(listTenantUsers, { params: { tenantId }, query })
    names.push(...page.users.map(({ name }) => name))
    cursor = page.nextCursor ?? undefined
  }
  expect(names).toEqual(NAMES.toSorted(new Intl.Collator('en').compare))
  expect(names.indexOf('Åsa')).toBeLessThan(names.indexOf('Bob'))
})

test('the API sorts tenants and policies by alphabet', async () => {
  for (const [index, displayName] of ['Zoo', 'Åkeri', 'ängen', 'Bakery', 'apples'].entries()) {
    const id = await app.addTenant(guidOf(10 + index), displayName)
    if (index > 0) continue
    const policies = ['Zone', 'Åtkomst', 'block', 'Admins'].map((name, at) => ({
      id: guidOf(50 + at),
      displayName: name,
    }))
    const at = app.clock.now()
    await storeReading(app.database.handle.db, { id, displayName, at }, { policies })
  }
  const admin = await app.signIn('admin')
  const { tenants } = await admin.call(listTenants, {})
  const shown = ['Åkeri', 'ängen', 'apples', 'Bakery', 'Zoo']
  const names = tenants.map(({ displayName }) => displayName)
  expect(names.filter((name) => shown.includes(name))).toEqual(shown)
  const params = { tenantId: TenantId.parse(guidOf(10)) }
  const { policies } = await admin.call(getTenantDetails, { params })
  expect(policies?.conditionalAccess.map(({ displayName }) => displayName)).toEqual([
    'Admins',
    'Åtkomst',
    'block',
    'Zone',
  ])
})
