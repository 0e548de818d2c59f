import { TenantId } from '@tenantscope/contract/ids'
import type { PostureCheck, PostureEstate } from '@tenantscope/contract/posture'
import { expect, test } from 'vitest'

import { coveredPercent, judgedSentence, postureFigures } from './posture-figures.ts'

type Tenant = PostureEstate['tenants'][number]

const check = (severity: PostureCheck['severity']): PostureCheck => ({
  id: `ca.${severity}`,
  title: severity,
  severity,
  references: [],
})

const tenant = (verdicts: string | null, changes: Partial<Tenant> = {}): Tenant => ({
  tenantId: TenantId.parse('aaaaaaaa-0000-4000-8000-000000000001'),
  displayName: 'Contoso',
  score: null,
  grade: null,
  verdicts,
  dataAsOf: '2026-11-20T09:00:00.000Z',
  isOld: false,
  isOutdated: false,
  members: null,
  ...changes,
})

const estate = (tenants: Tenant[], inactiveTenants = 0): PostureEstate => ({
  checks: [check('critical'), check('high'), check('critical')],
  tenants,
  inactiveTenants,
  members: { covered: 0, notCovered: 0, notKnown: 0, tenantsNotKnown: 0 },
})

const OLD_AT = '2026-11-01T09:00:00.000Z'
const NEW_AT = '2026-11-21T09:00:00.000Z'

test('tenants, checks and scores are counted where they are known', () => {
  const tenants = [
    tenant('ffp', { score: 70 }),
    tenant('fpf', { score: 81, dataAsOf: NEW_AT }),
    tenant('pfe'),
    tenant('rrr', { isOld: true, dataAsOf: OLD_AT }),
    tenant(null, { dataAsOf: null }),
  ]
  expect(postureFigures(estate(tenants))).toEqual({
    tenants: 5,
    judged: 4,
    failingCritical: 2,
    failingChecks: 3,
    averageScore: 75,
    scored: 2,
    dataAge: { oldest: '2026-11-20T09:00:00.000Z', newest: NEW_AT },
  })
  expect(judgedSentence(estate(tenants, 2), String)).toBe(
    '3 with current verdicts + 1 not read for 7 days + 1 not judged yet + 2 inactive = 7 tenants',
  )
})

test('without a score there is no average, and without exceptions no sentence', () => {
  const all = estate([tenant('ppp'), tenant('ppp')])
  expect(postureFigures(all)).toMatchObject({ averageScore: null, failingCritical: 0, judged: 2 })
  expect(judgedSentence(all, String)).toBeNull()
  expect(postureFigures(estate([])).dataAge).toEqual({ oldest: null, newest: null })
})

test.each([
  [{ covered: 2, notCovered: 1, notKnown: 0 }, 66],
  [{ covered: 999, notCovered: 0, notKnown: 1 }, 99],
  [{ covered: 0, notCovered: 0, notKnown: 0 }, null],
])('the covered share of %o is rounded down: %s', (members, percent) => {
  expect(coveredPercent(members)).toBe(percent)
})
