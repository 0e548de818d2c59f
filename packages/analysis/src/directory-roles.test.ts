import { expect, test } from 'vitest'

import { BUILT_IN_DIRECTORY_ROLES, builtInRoleName, ORDINARY_USER_ROLE } from './directory-roles.ts'

test('every role has an id of its own, in lower case, and a name', () => {
  const ids = BUILT_IN_DIRECTORY_ROLES.map(({ roleTemplateId }) => roleTemplateId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { roleTemplateId, displayName } of BUILT_IN_DIRECTORY_ROLES) {
    expect(roleTemplateId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(displayName.trim()).not.toBe('')
  }
})

test('the roles that mappings are made of most are known by name, in any case', () => {
  expect(builtInRoleName('62E90394-69F5-4237-9190-012177145E10')).toBe('Global Administrator')
  expect(builtInRoleName('729827e3-9c14-49f7-bb1b-9608f156bbb8')).toBe('Helpdesk Administrator')
})

test('what every member of a directory carries is no role', () => {
  expect(builtInRoleName(ORDINARY_USER_ROLE)).toBeUndefined()
})
