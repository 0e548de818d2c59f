import { CheckSeverity } from '@tenantscope/contract/posture'
import type { ShownVerdict } from '@tenantscope/contract/posture'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { postureScoreOf } from './posture-score.ts'

const check = (severity: CheckSeverity, verdict: ShownVerdict) => ({ severity, verdict })

describe('the score', () => {
  test('is the weight that passed of the weight that passed or failed', () => {
    const score = postureScoreOf([
      check('critical', 'passed'),
      check('high', 'failed'),
      check('medium', 'passed'),
      check('low', 'passed'),
    ])
    expect(score).toMatchObject({ percent: 72, grade: 'C', judgedPercent: 100 })
    expect(score.checks).toMatchObject({ passed: 3, failed: 1 })
  })

  test('leaves out what is excepted, unlicensed, not applicable or not read', () => {
    const judged = [check('critical', 'passed'), check('high', 'failed')]
    const rest = (
      ['excepted', 'notLicensed', 'notApplicable', 'noPermission', 'notRead'] as const
    ).map((verdict) => check('low', verdict))
    expect(postureScoreOf([...judged, ...rest]).percent).toBe(postureScoreOf(judged).percent)
    expect(postureScoreOf([...judged, ...rest]).judgedPercent).toBe(75)
  })

  test('does not exist when less than half of the weight was judged, nor without any check', () => {
    expect(postureScoreOf([check('low', 'passed'), check('critical', 'notRead')])).toMatchObject({
      percent: null,
      grade: null,
    })
    expect(postureScoreOf([])).toMatchObject({ percent: null, judgedPercent: 0 })
  })

  test('is at most C while a critical check fails, and 100 only when nothing fails', () => {
    const many = Array.from({ length: 400 }, () => check('critical', 'passed'))
    expect(postureScoreOf([...many, check('critical', 'failed')])).toMatchObject({
      percent: 99,
      grade: 'C',
    })
    expect(postureScoreOf([...many, check('low', 'failed')])).toMatchObject({
      percent: 99,
      grade: 'A',
    })
  })

  test('never falls when a check is fixed, nor does the letter', () => {
    const checks = fc.array(
      fc.record({
        severity: fc.constantFrom(...CheckSeverity.options),
        verdict: fc.constantFrom<ShownVerdict>('failed', 'passed', 'notRead', 'excepted'),
      }),
      { minLength: 1, maxLength: 101 },
    )
    const property = fc.property(checks, fc.nat(), (given, nth) => {
      const fixed = given.findLastIndex(
        ({ verdict }, at) => verdict === 'failed' && at <= nth % given.length,
      )
      const before = postureScoreOf(given)
      const after = postureScoreOf(
        given.map((each, at) => (at === fixed ? check(each.severity, 'passed') : each)),
      )
      expect(after.percent ?? -1).toBeGreaterThanOrEqual(before.percent ?? -1)
      expect((after.grade ?? 'Z') <= (before.grade ?? 'Z')).toBe(true)
    })
    fc.assert(property, { seed: 20_261_129, numRuns: 500 })
  })
})
