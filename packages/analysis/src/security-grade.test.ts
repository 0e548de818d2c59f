import type { SecuritySeverity } from '@tenantscope/contract/security-audit'
import { expect, test } from 'vitest'

import { securityScoreOf, statusGradeOf } from './security-grade.ts'

const checks = (passed: readonly SecuritySeverity[], failed: readonly SecuritySeverity[]) => [
  ...passed.map((severity) => ({ severity, passed: true })),
  ...failed.map((severity) => ({ severity, passed: false })),
]
const many = (count: number): SecuritySeverity[] => Array.from({ length: count }, () => 'low')

test.each([
  [100, 0, 'A', 100],
  [90, 10, 'A', 90],
  [89, 11, 'B', 89],
  [80, 20, 'B', 80],
  [79, 21, 'C', 79],
  [70, 30, 'C', 70],
  [69, 31, 'D', 69],
  [60, 40, 'D', 60],
  [59, 41, 'F', 59],
  [0, 3, 'F', 0],
])('%i met and %i not is %s with %i percent', (met, unmet, score, numericScore) => {
  expect(securityScoreOf(checks(many(met), many(unmet)))).toMatchObject({
    score,
    numericScore,
    totalChecks: met + unmet,
    passedChecks: met,
    failedChecks: unmet,
  })
})

test('heavier checks count more', () => {
  const light = securityScoreOf(checks(['critical', 'high'], ['low']))
  const heavy = securityScoreOf(checks(['critical', 'low'], ['high']))
  expect([light.numericScore, heavy.numericScore]).toEqual([88, 63])
})

test('a failed critical check caps the grade at C and never lifts one', () => {
  const capped = securityScoreOf(checks(many(96), ['critical']))
  expect(capped).toMatchObject({ score: 'C', numericScore: 96, criticalIssues: 1 })
  expect(securityScoreOf(checks([], ['critical'])).score).toBe('F')
})

test('one failed check among very many is not 100 percent', () => {
  expect(securityScoreOf(checks(many(999), ['low'])).numericScore).toBe(99)
})

test('without verified checks the grade is F', () => {
  expect(securityScoreOf([])).toMatchObject({ score: 'F', numericScore: 0, totalChecks: 0 })
  expect(statusGradeOf(securityScoreOf([]), 12)).toBe('F')
})

test('A+ is for the status alone, with everything verified and met', () => {
  const whole = securityScoreOf(checks(['critical', 'low'], []))
  expect(whole.score).toBe('A')
  expect(statusGradeOf(whole, 0)).toBe('A+')
  expect(statusGradeOf(whole, 1)).toBe('A')
  expect(statusGradeOf(securityScoreOf(checks(many(99), ['low'])), 0)).toBe('A')
})
