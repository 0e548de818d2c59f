import { expect, test } from 'vitest'

import { makeFailure, makeTenant } from '../../testing/tenants.ts'
import { viewOf } from './all-tenants-view.ts'
import { tenantsIn } from './tenant-filter.ts'

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
const all = [contoso, cafe, north, direct]

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
  ['what stands nowhere', 'zzz', []],
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

test('filters combine', () => {
  expect(kept({ attention: 'unread', method: 'direct', q: 'ltd' })).toEqual([direct.displayName])
  expect(kept({ attention: 'unread', method: 'csp' })).toEqual([])
})
