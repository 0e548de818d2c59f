import type { PermissionProof } from '@tenantscope/contract/azure'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { OPTIONAL_PERMISSIONS, REQUIRED_PERMISSIONS } from './permission-catalog.ts'
import { judgePermissions } from './permission-check.ts'
import type { ProbeOutcome } from './permission-check.ts'

const [DIRECTORY, ORGANIZATION, USER, POLICY] = REQUIRED_PERMISSIONS
const AUDIT_LOG = 'AuditLog.Read.All'

const answered: ProbeOutcome = { kind: 'answered' }
const refused: ProbeOutcome = { kind: 'refused', microsoftCode: 'AccessDenied' }
const throttled: ProbeOutcome = {
  kind: 'unanswered',
  failure: 'THROTTLED',
  microsoftCode: 'TooManyRequests',
}
const late: ProbeOutcome = { kind: 'late' }

type Given = {
  roles?: readonly string[] | null
  askedFor?: readonly string[]
  outcomes?: Record<string, ProbeOutcome>
}

/** By default the probe of every granted permission is answered. */
function check({ roles = REQUIRED_PERMISSIONS, askedFor = [], outcomes = {} }: Given = {}) {
  const proven = (roles ?? []).map((role): [string, ProbeOutcome] => [role, answered])
  const all = new Map([...proven, ...Object.entries(outcomes)])
  return judgePermissions({ roles, askedFor, outcomes: all })
}

const without = (value: string) => REQUIRED_PERMISSIONS.filter((each) => each !== value)
const rowOf = (given: Given, value: string) =>
  check(given).permissions.find((each) => each.value === value)

test.each<[string, Given, string, string | null, unknown[]]>([
  ['all granted and proven', {}, 'success', null, []],
  [
    'the critical one missing',
    { roles: without(DIRECTORY) },
    'fail',
    'PERMISSION_MISSING',
    ['Not granted: Directory.Read.All.'],
  ],
  [
    'no role of ours at all',
    { roles: ['Mail.Send'] },
    'fail',
    'PERMISSION_MISSING',
    ['Not granted: Directory.Read.All, Organization.Read.All, User.Read.All, Policy.Read.All.'],
  ],
  [
    'another one missing',
    { roles: without(POLICY) },
    'partial',
    'PERMISSION_MISSING',
    ['Not granted: Policy.Read.All.'],
  ],
  [
    'granted, and refused all the same',
    { outcomes: { [POLICY]: refused } },
    'partial',
    'PERMISSION_MISSING',
    [
      'The token holds Policy.Read.All, but Microsoft refused to show policies (AccessDenied). Consent given minutes ago can take up to 10 minutes to take effect.',
    ],
  ],
  [
    'the critical one granted, and refused',
    { outcomes: { [DIRECTORY]: refused } },
    'partial',
    'PERMISSION_MISSING',
    [expect.stringContaining('The token holds Directory.Read.All')],
  ],
  [
    'an optional one granted, and refused',
    { roles: [...REQUIRED_PERMISSIONS, AUDIT_LOG], outcomes: { [AUDIT_LOG]: refused } },
    'partial',
    'PERMISSION_MISSING',
    [expect.stringContaining('refused to list sign-ins (AccessDenied)')],
  ],
  [
    'throttled',
    { outcomes: { [USER]: throttled } },
    'partial',
    'THROTTLED',
    [
      'User.Read.All is not proven: Microsoft could not list users (TooManyRequests). Check again in a few minutes.',
    ],
  ],
  [
    'too slow',
    { outcomes: { [ORGANIZATION]: late } },
    'partial',
    'UNAVAILABLE',
    ['Organization.Read.All is not proven: Microsoft did not list licenses within 10 seconds.'],
  ],
  [
    'throttled, and one missing',
    { roles: without(POLICY), outcomes: { [DIRECTORY]: throttled } },
    'partial',
    'PERMISSION_MISSING',
    ['Not granted: Policy.Read.All.', expect.stringContaining('TooManyRequests')],
  ],
  [
    'no Entra ID P1',
    {
      roles: [...REQUIRED_PERMISSIONS, AUDIT_LOG],
      outcomes: { [AUDIT_LOG]: { kind: 'notLicensed' } },
    },
    'success',
    null,
    [],
  ],
  [
    'a cloud without usage reports',
    {
      roles: [...REQUIRED_PERMISSIONS, 'Reports.Read.All'],
      outcomes: { 'Reports.Read.All': { kind: 'notInCloud' } },
    },
    'success',
    null,
    [],
  ],
  [
    'an unreadable token, and everything answered',
    {
      roles: null,
      outcomes: Object.fromEntries(REQUIRED_PERMISSIONS.map((each) => [each, answered])),
    },
    'success',
    null,
    [],
  ],
  [
    'an unreadable token, and policies refused',
    {
      roles: null,
      outcomes: {
        ...Object.fromEntries(REQUIRED_PERMISSIONS.map((each) => [each, answered])),
        [POLICY]: refused,
      },
    },
    'partial',
    'PERMISSION_MISSING',
    [expect.stringMatching(/^Microsoft refused to show policies/u)],
  ],
  [
    'an unreadable token, and no answer',
    {
      roles: null,
      outcomes: Object.fromEntries(REQUIRED_PERMISSIONS.map((each) => [each, late])),
    },
    'partial',
    'UNAVAILABLE',
    REQUIRED_PERMISSIONS.map((each): unknown => expect.stringContaining(each)),
  ],
])('%s', (_, given, status, error, reasons) => {
  expect(check(given)).toMatchObject({ status, error, reasons })
})

describe('a permission', () => {
  test('that can write is reported as more than needed and changes no verdict', () => {
    const given = { roles: [...REQUIRED_PERMISSIONS, 'Mail.Send', 'Quantum.Read.All'] }
    expect(check(given).status).toBe('success')
    expect(rowOf(given, 'Mail.Send')).toMatchObject({
      id: 'b633e1c5-b582-4048-a93e-9f11b44c7e96',
      kind: 'moreThanNeeded',
      isGranted: true,
    })
    expect(rowOf(given, 'Quantum.Read.All')).toMatchObject({ id: null, kind: 'unknown' })
  })

  test('to read the directory is included in write access, which is more than needed', () => {
    const given = { roles: [...without(DIRECTORY), 'Directory.ReadWrite.All'] }
    const outcomes = { [DIRECTORY]: answered }
    expect(check({ ...given, outcomes }).status).toBe('success')
    expect(rowOf({ ...given, outcomes }, DIRECTORY)).toMatchObject({
      isGranted: true,
      proof: 'proven',
      reason: 'Included in Directory.ReadWrite.All, which is more than needed.',
    })
  })

  test('that the registration asks for is listed by its name, or by its id where it has none', () => {
    const unknown = '11111111-2222-4333-8444-555555555555'
    const given = { askedFor: [unknown, '741f803b-c850-494e-b5df-cde7c675a1ca'] }
    expect(rowOf(given, unknown)).toMatchObject({ id: unknown, kind: 'unknown', isGranted: false })
    expect(rowOf(given, 'User.ReadWrite.All')).toMatchObject({
      kind: 'moreThanNeeded',
      isGranted: false,
      proof: 'notTried',
    })
  })

  test('that was not tried in this cloud or this directory says why', () => {
    const reports = 'Reports.Read.All'
    expect(rowOf({ outcomes: { [reports]: { kind: 'notInCloud' } } }, reports)?.reason).toBe(
      'This national cloud does not offer the data of this permission.',
    )
    expect(rowOf({ outcomes: { [reports]: { kind: 'notHere' } } }, reports)?.reason).toBe(
      "This permission applies to the partner's own directory only.",
    )
  })
})

const PROOF_OF: Record<ProbeOutcome['kind'], PermissionProof> = {
  answered: 'proven',
  refused: 'refused',
  notLicensed: 'inconclusive',
  unanswered: 'inconclusive',
  late: 'inconclusive',
  notInCloud: 'notTried',
  notHere: 'notTried',
}

test('no verdict exceeds the evidence of token and probes', () => {
  const outcome = fc.constantFrom<ProbeOutcome>(answered, refused, throttled, late)
  const evidence = fc.record({
    roles: fc.uniqueArray(
      fc.constantFrom(...REQUIRED_PERMISSIONS, ...OPTIONAL_PERMISSIONS, 'Mail.Send', 'X.Read.All'),
    ),
    outcome: fc.array(outcome, { minLength: 9, maxLength: 9 }),
  })
  fc.assert(
    fc.property(evidence, ({ roles, outcome: tried }) => {
      const probed: string[] = roles.filter((role) => role !== 'Mail.Send' && role !== 'X.Read.All')
      const outcomes = new Map(
        probed.map((role, index): [string, ProbeOutcome] => [role, tried[index] ?? late]),
      )
      const { status, permissions, reasons } = judgePermissions({ roles, askedFor: [], outcomes })
      const isWhole = REQUIRED_PERMISSIONS.every(
        (each) => roles.includes(each) && outcomes.get(each)?.kind === 'answered',
      )
      const isContradicted = Array.from(outcomes.values()).some(({ kind }) => kind === 'refused')
      expect(status === 'success').toBe(isWhole && !isContradicted)
      expect(status === 'fail').toBe(!roles.includes(DIRECTORY))
      expect(reasons.length === 0).toBe(status === 'success')
      expect(permissions.slice(0, 4).map(({ value }) => value)).toEqual(REQUIRED_PERMISSIONS)
      expect(
        permissions
          .filter((each) => each.isGranted)
          .map(({ value }) => value)
          .toSorted(),
      ).toEqual(roles.toSorted())
      for (const { value, proof } of permissions) {
        const kind = outcomes.get(value)?.kind
        expect(proof).toBe(kind === undefined ? 'notTried' : PROOF_OF[kind])
      }
    }),
  )
})
