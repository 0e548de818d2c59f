import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import type { CallInput } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { NewPassword } from './password-rule.ts'

test('a call requires only the parts that it declares', () => {
  const write = endpoint({
    name: 'write',
    summary: 's',
    method: 'POST',
    path: '/api/x/:id',
    access: 'admin',
    params: z.object({ id: z.string() }),
    query: z.object({ dry: z.boolean().optional() }),
    body: z.object({ name: z.string() }),
    reply: z.object({}),
  })
  expectTypeOf<{ params: { id: string }; body: { name: string } }>().toExtend<
    CallInput<typeof write>
  >()
  expectTypeOf<{ params: { id: string } }>().not.toExtend<CallInput<typeof write>>()
  const read = endpoint({
    name: 'read',
    summary: 's',
    method: 'GET',
    path: '/api/x',
    access: 'public',
    reply: z.object({}),
  })
  expectTypeOf<Record<string, never>>().toExtend<CallInput<typeof read>>()
  expect([write.hasEffect, read.hasEffect]).toEqual([true, false])
})

test('no two calls share a name or a method and path', () => {
  expect(new Set(endpoints.map((each) => each.name)).size).toBe(endpoints.length)
  expect(new Set(endpoints.map((each) => `${each.method} ${each.path}`)).size).toBe(
    endpoints.length,
  )
})

const namedBy = (part: 'params' | 'body') =>
  endpoints.flatMap((each) => (each.tenantScoped && each.tenantIn === part ? [each.name] : []))

test('a call scoped to a tenant names it in its path or body and requires a signed-in user', () => {
  for (const each of endpoints.filter((candidate) => candidate.path.includes(':tenantId')))
    expect([each.name, each.tenantScoped, each.access]).not.toContain('public')
  expect(namedBy('params')).toEqual(
    endpoints.flatMap(({ path, name }) => (path.includes(':tenantId') ? [name] : [])),
  )
  const withTenantInBody = endpoints.flatMap(({ name, body }) =>
    body instanceof z.ZodObject && 'tenantId' in body.shape ? [name] : [],
  )
  expect(withTenantInBody).toEqual(expect.arrayContaining(namedBy('body')))
  expect(namedBy('body')).toEqual(['generateReport', 'createShare'])
})

test.each([
  ['Short-1a', 'Password must be at least 12 characters'],
  ['all-lower-case-1', 'Must include at least one uppercase letter'],
  ['ALL-UPPER-CASE-1', 'Must include at least one lowercase letter'],
  ['No-Digits-In-Here', 'Must include at least one number'],
  ['NoSpecialInHere1', 'Must include at least one special character'],
  [`Long-1${'ä'.repeat(40)}`, 'Password must be at most 72 bytes'],
])(
  'the password %s is refused with the message of the rule that it breaks',
  (password, message) => {
    expect(NewPassword.safeParse(password).error?.issues.map((issue) => issue.message)).toEqual([
      message,
    ])
  },
)

test('a password that meets every rule passes, in any script', () => {
  for (const password of ['Correct-Horse-7', 'Пароль-надежный-7'])
    expect(NewPassword.safeParse(password).success).toBe(true)
})
