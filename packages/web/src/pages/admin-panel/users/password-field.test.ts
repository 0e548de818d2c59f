import { NewPassword } from '@tenantscope/contract/password-rule'
import { resetUserPassword } from '@tenantscope/contract/users'
import { expect, test } from 'vitest'

import { newPassword, readNewPassword } from './password-field.tsx'

test('a suggested password keeps the rule, and is another one each time', () => {
  const suggested = Array.from({ length: 200 }, newPassword)
  for (const password of suggested) expect(NewPassword.safeParse(password).success).toBe(true)
  expect(new Set(suggested).size).toBe(200)
})

test('every broken rule is named', () => {
  const password = [
    'Password must be at least 12 characters',
    'Must include at least one uppercase letter',
    'Must include at least one number',
    'Must include at least one special character',
  ].join('\n')
  expect(readNewPassword(resetUserPassword.body, { password: 'short' })).toEqual({
    problems: { password },
  })
  expect(readNewPassword(resetUserPassword.body, { password: 'Correct-Horse-7' })).toEqual({
    input: { password: 'Correct-Horse-7' },
  })
})
