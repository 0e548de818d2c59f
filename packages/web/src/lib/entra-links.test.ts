import { TenantId } from '@tenantscope/contract/ids'
import { expect, test } from 'vitest'

import { entraLink } from './entra-links.ts'

const tenantId = TenantId.parse('aaaaaaaa-0000-4000-8000-000000000001')
const id = 'bbbbbbbb-0000-4000-8000-000000000002'
const global = { tenantId, portalUrl: null }

test.each([
  ['user', 'UserProfileMenuBlade/~/overview/userId/'],
  ['group', 'GroupDetailsMenuBlade/~/Overview/groupId/'],
  ['policy', 'PolicyBlade/policyId/'],
  ['role', 'RoleMenuBlade/~/RoleMembers/objectId/'],
  ['application', 'ApplicationMenuBlade/~/Overview/objectId/'],
  ['servicePrincipal', 'ManagedAppMenuBlade/~/Overview/objectId/'],
  ['device', 'DeviceDetailsMenuBlade/~/Properties/objectId/'],
] as const)('a %s is linked by its id, in the tenant', (kind, page) => {
  const link = entraLink({ kind, id, name: 'Name' }, global)
  expect(link).toContain(`https://entra.microsoft.com/${tenantId}/#view/`)
  expect(link).toContain(`${page}${id}`)
})

test('a setting, a domain and an id that is none of Microsoft have no link', () => {
  expect(entraLink({ kind: 'setting', id, name: null }, global)).toBeNull()
  expect(entraLink({ kind: 'domain', id: 'contoso.com', name: null }, global)).toBeNull()
  expect(entraLink({ kind: 'user', id: '../../evil', name: null }, global)).toBeNull()
})

test.each([
  ['https://portal.azure.us/#view/App', 'https://entra.microsoft.us/'],
  ['https://portal.azure.cn', 'https://entra.microsoftonline.cn/'],
])('the cloud of %s has its own address', (portalUrl, start) => {
  expect(entraLink({ kind: 'user', id, name: null }, { tenantId, portalUrl })).toContain(start)
})

test('a name cannot change the address', () => {
  const link = entraLink({ kind: 'role', id, name: '/../?x#y' }, global)
  expect(link).toContain('/roleName/%2F..%2F%3Fx%23y/')
})
