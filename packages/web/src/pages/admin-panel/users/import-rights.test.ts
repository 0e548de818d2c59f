import { TenantId } from '@tenantscope/contract/ids'
import { importUsers } from '@tenantscope/contract/user-import'
import { expect, test } from 'vitest'

import { importInput, NOTHING_CHOSEN } from './import-rights.ts'
import type { Assignment } from './import-rights.ts'

const id = TenantId.parse('00000000-0000-4000-8000-000000000001')
const access = { mode: 'list' as const, tenantIds: [id], groupIds: [] }
const person = (own: Partial<Assignment> = {}) => ({
  microsoftId: id,
  tenantId: id,
  own: { ...NOTHING_CHOSEN, ...own },
})
const user = (rest: object = {}) => ({ microsoftId: id, tenantId: id, ...rest })

test.each<[string, Parameters<typeof importInput>, object]>([
  ['nothing that was not chosen', [[person()], NOTHING_CHOSEN], { users: [user()] }],
  [
    'the role and the tenants of all, and others of one',
    [[person(), person({ role: 'viewer', access })], { role: 'technician', access }],
    { users: [user(), user({ role: 'viewer', access })], role: 'technician', access },
  ],
  [
    'no tenants of one who becomes an administrator',
    [[person({ role: 'admin', access }), person()], { role: 'default', access }],
    { users: [user({ role: 'admin' }), user()], access },
  ],
  [
    'no tenants where all become administrators',
    [[person({ access }), person()], { role: 'admin', access }],
    { users: [user(), user()], role: 'admin' },
  ],
  [
    'the tenants of all for the one who does not become an administrator',
    [[person({ role: 'viewer' }), person()], { role: 'admin', access }],
    { users: [user({ role: 'viewer' }), user()], role: 'admin', access },
  ],
])('an import sends %s', (_, [people, forAll], expected) => {
  const input = importInput(people, forAll)
  expect(input).toEqual(expected)
  expect(importUsers.body.safeParse(input).success).toBe(true)
})
