import { NewPassword } from '@tenantscope/contract/password-rule'
import { expect, test } from 'vitest'

import { newPassword, passwordProblems } from './new-password.ts'

test('a suggested password keeps the rule, and is another one each time', () => {
  const suggested = Array.from({ length: 200 }, newPassword)
  for (const password of suggested) expect(NewPassword.safeParse(password).success).toBe(true)
  expect(new Set(suggested).size).toBe(200)
})

test('every broken rule is named', () => {
  expect(passwordProblems('short')).toEqual([
    'Password must be at least 12 characters',
    'Must include at least one uppercase letter',
    'Must include at least one number',
    'Must include at least one special character',
  ])
  expect(passwordProblems('Correct-Horse-7')).toEqual([])
})
