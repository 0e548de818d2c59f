import { ORDINARY_USER_ROLE } from '@tenantscope/analysis/directory-roles'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'
import type { Role } from '@tenantscope/contract/roles'
import { describe, expect, test } from 'vitest'

import { mayMakeAdministrators, roleByMappings, rolesLookedFor } from './role-mappings.rules.ts'

const HELPDESK = '729827e3-9c14-49f7-bb1b-9608f156bbb8'
const GLOBAL = '62e90394-69f5-4237-9190-012177145e10'

const mapping = (
  microsoftRole: string,
  localRole: Role,
  changes: Partial<RoleMapping> = {},
): RoleMapping => ({
  id: `${microsoftRole} ${localRole}`,
  microsoftRole,
  localRole,
  description: '',
  enabled: true,
  access: null,
  ...changes,
})

const roleOf = (mappings: RoleMapping[], roleIds: string[], isGuest = false) =>
  roleByMappings(mappings, { roleIds, isGuest }).role

describe('the role by the mappings', () => {
  const both = [mapping(HELPDESK, 'technician'), mapping(GLOBAL, 'admin')]

  test.each<[string, RoleMapping[], string[], Role]>([
    [
      'the first match decides, whatever the person holds besides',
      both,
      [GLOBAL, HELPDESK],
      'technician',
    ],
    ['a later one decides where the first does not match', both, [GLOBAL], 'admin'],
    ['no match gives viewer', both, ['f2ef992c-3afb-46b9-b7cf-a126ee74c451'], 'viewer'],
    ['no directory role gives viewer', both, [], 'viewer'],
    ['no mapping gives viewer', [], [GLOBAL], 'viewer'],
    ['ids are compared without regard to case', both, [GLOBAL.toUpperCase()], 'admin'],
    [
      'a mapping that is off is passed over',
      [mapping(HELPDESK, 'technician', { enabled: false }), mapping(GLOBAL, 'admin')],
      [GLOBAL, HELPDESK],
      'admin',
    ],
    [
      'what every member carries matches nothing, even where a mapping names it',
      [mapping(ORDINARY_USER_ROLE, 'admin')],
      [ORDINARY_USER_ROLE],
      'viewer',
    ],
  ])('%s', (_, mappings, roleIds, role) => {
    expect(roleOf(mappings, roleIds)).toBe(role)
  })

  test('a guest is never made an administrator, and is treated like others otherwise', () => {
    expect(roleOf(both, [GLOBAL], true)).toBe('technician')
    expect(roleOf(both, [HELPDESK], true)).toBe('technician')
    expect(roleOf([mapping(GLOBAL, 'viewer')], [GLOBAL], true)).toBe('viewer')
  })

  test('grants are those of the mapping that decided', () => {
    const all = { mode: 'all', tenantIds: [], groupIds: [] } as const
    const mappings = [
      mapping(HELPDESK, 'viewer', { access: { ...all, tenantIds: [], groupIds: [] } }),
      mapping(GLOBAL, 'viewer'),
    ]
    expect(roleByMappings(mappings, { roleIds: [HELPDESK], isGuest: false }).access).toEqual(all)
    expect(roleByMappings(mappings, { roleIds: [GLOBAL], isGuest: false }).access).toBeNull()
  })
})

test('Microsoft is asked for the roles of enabled mappings, each once', () => {
  const off = mapping(GLOBAL, 'admin', { enabled: false })
  const mappings = [mapping(HELPDESK, 'viewer'), mapping(HELPDESK, 'technician'), off]
  expect(rolesLookedFor(mappings)).toEqual([HELPDESK])
})

describe('a list that may make administrators', () => {
  const admins = mapping(GLOBAL, 'admin')
  const helpdesk = mapping(HELPDESK, 'technician')

  test.each<[string, RoleMapping[], RoleMapping[], boolean]>([
    ['a new mapping to Administrator', [], [admins], true],
    ['one that is switched on', [{ ...admins, enabled: false }], [admins], true],
    ['one that comes before another now', [helpdesk, admins], [admins, helpdesk], true],
    ['one before which another is gone', [helpdesk, admins], [admins], true],
    ['one of another directory role', [admins], [mapping(HELPDESK, 'admin')], true],
    ['one that is off', [], [{ ...admins, enabled: false }], false],
    ['the same as before', [admins], [admins], false],
    ['others after it', [admins], [admins, helpdesk], false],
    ['none any more', [admins], [helpdesk], false],
  ])('%s: %#', (_, before, after, expected) => {
    expect(mayMakeAdministrators(before, after)).toBe(expected)
  })
})
