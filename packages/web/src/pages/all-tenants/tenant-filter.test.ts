import { TenantGroupId } from '@tenantscope/contract/ids'
import { expect, test } from 'vitest'

import { makeFailure, makeFigures, makeSavingsSummary, makeTenant } from '../../testing/tenants.ts'
import { viewOf } from './all-tenants-view.ts'
import { tagsOf, tenantsIn } from './tenant-filter.ts'

const contoso = makeTenant({ displayName: 'Contoso', defaultDomainName: 'contoso.com' })
const cafe = makeTenant({ displayName: 'Cafe\u0301 Müller', defaultDomainName: null })
const north = makeTenant({
  displayName: 'Производство «Север»',
  defaultDomainName: 'north.example',
  status: 'Pending',
  accessMethod: 'unknown',
})
const direct = makeTenant({
  displayName: 'Direct Ltd',
  accessMethod: 'direct',
  failure: makeFailure(),
})
const renamed = makeTenant({
  displayName: 'Our best customer',
  directoryName: 'Fabrikam GmbH',
  tags: ['Gold', 'North'],
  accessLevel: 'limited',
  figures: makeFigures({ savings: makeSavingsSummary({ removableSeats: 2, unpricedSeats: 2 }) }),
})
const all = [renamed, contoso, cafe, north, direct]

function kept(search: object) {
  return tenantsIn(all, viewOf(search)).map((tenant) => tenant.displayName)
}

test.each([
  ['a part of the name in another case', 'CONTO', [contoso]],
  ['a part of the domain', 'north.ex', [north]],
  ['the tenant ID', contoso.id.toUpperCase(), [contoso]],
  ['blanks around the text', '  contoso ', [contoso]],
  ['a composed letter in a decomposed name', 'caf\u00e9', [cafe]],
  ['another script in another case', 'СЕВЕР', [north]],
  ["the directory's own name under an alias", 'fabrikam', [renamed]],
  ['a tag', 'gold', [renamed]],
  ['a text that no tenant contains', 'zzz', []],
  ['a pattern character as itself', '.*', []],
])('the search finds a tenant by %s', (_, q, tenants) => {
  expect(kept({ q })).toEqual(tenants.map((tenant) => tenant.displayName))
})

test('the method filter keeps tenants whose access is not known yet', () => {
  expect(kept({ method: 'direct' })).toEqual([north.displayName, direct.displayName])
})

test('the status filter keeps exactly that status', () => {
  expect(kept({ status: 'Pending' })).toEqual([north.displayName])
})

test('access level, tag and possible savings keep what they name', () => {
  expect(kept({ access: 'limited' })).toEqual([renamed.displayName])
  expect(kept({ tag: 'North' })).toEqual([renamed.displayName])
  expect(kept({ tag: 'north' })).toEqual([])
  expect(kept({ attention: 'savings' })).toEqual([renamed.displayName])
})

test('the group filter keeps the tenants that the group holds', () => {
  const grouped = makeTenant({ groupIds: [TenantGroupId.parse(3), TenantGroupId.parse(5)] })
  expect(tenantsIn([...all, grouped], viewOf({ group: 5 }))).toEqual([grouped])
  expect(tenantsIn([...all, grouped], viewOf({ group: 4 }))).toEqual([])
  // What is no id counts as not chosen.
  expect(tenantsIn([grouped], viewOf({ group: 'gold' }))).toEqual([grouped])
})

test('the tags of all tenants are offered once, in order', () => {
  expect(tagsOf([...all, makeTenant({ tags: ['alpha', 'Gold'] })])).toEqual([
    'alpha',
    'Gold',
    'North',
  ])
})

test('filters combine', () => {
  expect(kept({ attention: 'unread', method: 'direct', q: 'ltd' })).toEqual([direct.displayName])
  expect(kept({ attention: 'unread', method: 'csp' })).toEqual([])
})
