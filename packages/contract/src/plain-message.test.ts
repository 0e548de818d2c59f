import { expect, test } from 'vitest'
import { z } from 'zod'

import { savePreferences } from './account.ts'
import { listAudit } from './audit.ts'
import { signInLocally, signOut } from './auth.ts'
import { RunId, TenantId, UserId } from './ids.ts'
import { plainMessage } from './plain-message.ts'
import { ReportScheduleInput } from './report-schedules.ts'

const messageOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: plainMessage }).error?.issues[0]?.message

const preferences = savePreferences.body.shape

test.each([
  [preferences.theme, 'pink', 'Must be one of: light, dark, system'],
  [preferences.theme, undefined, 'Is missing'],
  [preferences.timezone, undefined, 'Is missing'],
  [preferences.timezone, 7, 'Must be text'],
  [preferences.timezone, 'x'.repeat(101), 'Must be at most 100 characters'],
  [preferences.compactView, 'yes', 'Must be true or false'],
  [savePreferences.body, undefined, 'Is missing'],
  [savePreferences.body, [], 'Must be an object'],
  [signOut.body, { reason: 'bored' }, 'Must be tab-closed'],
  [TenantId, 'x', 'Must be an id like 01234567-89ab-cdef-0123-456789abcdef'],
  [RunId, 'x', 'Must be an id like 01234567-89ab-cdef-0123-456789abcdef'],
  [UserId, 1.5, 'Must be a whole number'],
  [UserId, Number.NaN, 'Must be a number'],
  [UserId, 0, 'Must be above 0'],
  [z.array(z.string()).min(1), [], 'Must not be empty'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Must have at most 2 entries'],
  [z.string().min(12), 'x', 'Must be at least 12 characters'],
  [z.string().regex(/^a$/u), 'x', 'Is not in the expected form'],
  [z.email(), 'x', 'Must be an e-mail address'],
  [z.stringbool(), 'perhaps', 'Must be one of: true, 1, yes, on, y, enabled, false'],
  [z.strictObject({}), { extra: 1 }, 'Must not contain: extra'],
  [z.union([z.literal('all'), z.array(z.string())]), 7, 'Is not valid'],
  [ReportScheduleInput.shape.recurrence, { frequency: 'daily' }, 'Must be one of: weekly, monthly'],
  [listAudit.query.shape.type, 'nonsense', 'Must be one of: all, user, access, password'],
])('a schema’s own refusal is a readable sentence (%#)', (schema, value, message) => {
  expect(messageOf(schema, value)).toContain(message)
})

test('a message of the specification is kept unchanged', () => {
  expect(messageOf(signInLocally.body, { password: 'x' })).toBe('Username is required')
  expect(messageOf(preferences.timezone, 'Mars/Olympus')).toBe('Unknown time zone')
})
