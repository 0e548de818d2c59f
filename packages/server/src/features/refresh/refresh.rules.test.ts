import { TenantId } from '@tenantscope/contract/ids'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import { describe, expect, test } from 'vitest'

import { failureOf, isDue, isPassing, partFailureCodeOf, partFailureOf } from './refresh.rules.ts'

const at = new Date('2026-11-20T10:00:00Z')
const graphFailure = (code: GraphFailure['code']) => new GraphFailure(code, { at, path: '/users' })
const HOUR_MS = 3_600_000

/** The minutes of a day at which the tenant becomes due when it is read whenever it is due. */
function turns(tenantId: TenantId): number[] {
  const minutes = Array.from({ length: 24 * 60 }, (_, minute) => minute)
  let dataAsOf = new Date(at.getTime() - 1)
  return minutes.filter((minute) => {
    const now = new Date(at.getTime() + minute * 60_000)
    const due = isDue({ id: tenantId, dataAsOf, failureAt: null, failureMicrosoftCode: null }, now)
    if (due) dataAsOf = now
    return due
  })
}

describe('the schedule', () => {
  const id = TenantId.parse('1d5ef990-79e9-433a-87c2-05e108e85670')
  const readAt = (dataAsOf: Date | null) => ({
    id,
    dataAsOf,
    failureAt: null,
    failureMicrosoftCode: null,
  })
  test('a tenant is read four times a day, six hours apart', () => {
    const due = turns(id)
    expect(due).toHaveLength(4)
    expect(due.slice(1).map((minute, index) => minute - (due[index] ?? 0))).toEqual([360, 360, 360])
  })

  test('tenants are spread over the six hours', () => {
    const first = Array.from({ length: 60 }, (_, index) =>
      TenantId.parse(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`),
    ).map((each) => turns(each)[0] ?? -1)
    const hours = new Set(first.map((minute) => Math.floor(minute / 60)))
    expect(hours).toEqual(new Set([0, 1, 2, 3, 4, 5]))
  })

  test('one that was never tried is due at once, one that failed only at its next turn', () => {
    expect(isDue(readAt(null), at)).toBe(true)
    expect(isDue({ id, dataAsOf: null, failureAt: at, failureMicrosoftCode: null }, at)).toBe(false)
    const later = new Date(at.getTime() + 6 * HOUR_MS)
    expect(isDue({ id, dataAsOf: null, failureAt: at, failureMicrosoftCode: null }, later)).toBe(
      true,
    )
  })

  test('one that Microsoft has blocked for want of use is tried once a day', () => {
    const blocked = { ...readAt(null), failureAt: at, failureMicrosoftCode: 'AADSTS5000225' }
    const due = (hours: number) => isDue(blocked, new Date(at.getTime() + hours * HOUR_MS), 1)
    expect([due(6), due(24)]).toEqual([false, true])
  })

  test.each([1, 2, 12, 24])('every %i hours where the settings say so', (hours) => {
    const read = { id, dataAsOf: at, failureAt: null, failureMicrosoftCode: null }
    const after = (given: number) => new Date(at.getTime() + given * HOUR_MS)
    expect(isDue(read, after(hours), hours)).toBe(true)
    const turns = Array.from({ length: 48 / hours }, (_, index) => after(index * hours))
    for (const turn of turns)
      expect(isDue({ ...read, dataAsOf: turn }, new Date(turn.getTime() + 1), hours)).toBe(false)
  })
})

describe('failures', () => {
  test('a missing permission and a missing license are failures of the part that they hit', () => {
    expect(partFailureCodeOf('users', graphFailure('PERMISSION_MISSING'))).toBe(
      'PERMISSION_MISSING',
    )
    expect(partFailureCodeOf('roles', graphFailure('NOT_LICENSED'))).toBe('NOT_LICENSED')
  })

  test('what Microsoft refuses or garbles is a failure of the part, unless figures hang on it', () => {
    expect(partFailureCodeOf('roles', graphFailure('MALFORMED_ANSWER'))).toBe('MALFORMED_ANSWER')
    expect(partFailureCodeOf('settings', graphFailure('INTERNAL'))).toBe('INTERNAL')
    expect(partFailureCodeOf('users', graphFailure('MALFORMED_ANSWER'))).toBeNull()
    expect(partFailureCodeOf('licenses', graphFailure('INTERNAL'))).toBeNull()
  })

  test('temporary failures, and failures of the complete tenant, end the reading', () => {
    expect(partFailureCodeOf('roles', graphFailure('THROTTLED'))).toBeNull()
    expect(partFailureCodeOf('roles', graphFailure('UNAVAILABLE'))).toBeNull()
    expect(partFailureCodeOf('roles', graphFailure('CONSENT_REQUIRED'))).toBeNull()
    expect(partFailureCodeOf('roles', new Error('disk full'))).toBeNull()
  })

  test.each([
    ['PERMISSION_MISSING', 'Directory.Read.All is not granted'],
    ['NOT_IN_CLOUD', 'national cloud'],
    ['INTERNAL', 'Microsoft refused the request. The next refresh tries again'],
    ['MALFORMED_ANSWER', 'Microsoft sent an unreadable response. The next refresh tries again'],
  ] as const)('a part that failed with %s says what to do', (code, text) => {
    const { message } = partFailureOf('roles', code)
    expect(message).toMatch(/^Role assignments /u)
    expect(message).toContain(text)
  })

  test('temporary failures are retried; failures that need an administrator are not', () => {
    expect(isPassing(graphFailure('UNAVAILABLE'))).toBe(true)
    expect(isPassing(graphFailure('CONSENT_REQUIRED'))).toBe(false)
    expect(isPassing(new Error('connection terminated'))).toBe(true)
  })

  test('of an error of our own nothing is kept but the code', () => {
    expect(failureOf(new Error('password=hunter2'), at)).toEqual({
      code: 'INTERNAL',
      at,
      microsoftCode: null,
      requestId: null,
      correlationId: null,
      words: null,
    })
  })
})
