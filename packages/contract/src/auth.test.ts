import { expect, test } from 'vitest'

import { getCurrentUser, signInLocally } from './auth.ts'

const ada = {
  id: 1,
  username: 'ada',
  displayName: null,
  email: null,
  authMethod: 'local',
  role: 'admin',
  isAdmin: true,
  adminRoles: ['System Administrator'],
  lastMicrosoftLogin: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  mustResetPassword: false,
  mustSetUpSecondFactor: false,
}

test.each([getCurrentUser, signInLocally])('$name returns {user} or flat user fields', (each) => {
  expect(each.reply.parse({ user: ada })).toEqual({ user: ada })
  expect(each.reply.parse(ada)).toEqual({ user: ada })
  const { mustResetPassword: _, ...incomplete } = ada
  for (const answer of [{}, { user: incomplete }, incomplete, null])
    expect(each.reply.safeParse(answer).success).toBe(false)
})
