import { expect, test } from 'vitest'

import { peopleToAdd } from './portable-data.rules.ts'
import type { PortableUser } from './portable-data.rules.ts'

const person: PortableUser = {
  authMethod: 'microsoft',
  username: 'ada@contoso.com',
  displayName: 'Ada',
  email: null,
  microsoftId: '10000000-0000-4000-8000-000000000001',
  tenantId: '10000000-0000-4000-8000-000000000002',
  role: 'viewer',
  isDisabled: false,
}
const admin: PortableUser = { ...person, role: 'admin' }
const RULE = 'an import never grants the administrator role.'

test.each([
  [[person], []],
  [
    [person, admin],
    [`1 administrator imported as a viewer, unless this user already has an account: ${RULE}`],
  ],
  [
    [admin, admin],
    [`2 administrators imported as viewers, unless they already have an account: ${RULE}`],
  ],
])('administrators are imported as viewers, and the note agrees in number (%#)', (users, notes) => {
  const added = peopleToAdd(users)
  expect(added.notes).toEqual(notes)
  expect(added.people.map(({ role }) => role)).toEqual(users.map(() => 'viewer'))
})
