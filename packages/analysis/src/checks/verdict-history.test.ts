import { CheckVerdict } from '@tenantscope/contract/posture'
import type { PostureChange } from '@tenantscope/contract/posture'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isUnreadable, nextInHistory } from './verdict-history.ts'
import type { OpenInterval } from './verdict-history.ts'

interface Interval extends OpenInterval {
  readonly change: PostureChange
  readonly since: number
  readonly until: number | null
}

type Judged = readonly [verdict: CheckVerdict, checkVersion?: number]

const isResult = (verdict: CheckVerdict): verdict is 'passed' | 'failed' =>
  verdict === 'passed' || verdict === 'failed'

/** Applies the rule to verdicts one after the other, as a store does. */
function historyOf(verdicts: readonly Judged[]): Interval[] {
  const intervals: Interval[] = []
  for (const [at, [verdict, checkVersion = 1]] of verdicts.entries()) {
    const [readable, unreadable] = [openIn(intervals, false), openIn(intervals, true)]
    const lastResult = intervals.map((each) => each.verdict).findLast(isResult) ?? null
    const step = nextInHistory({ readable, unreadable, lastResult }, { verdict, checkVersion })
    if (step.isRevised) Object.assign(readable ?? {}, { checkVersion })
    for (const name of step.ends)
      Object.assign((name === 'readable' ? readable : unreadable) ?? {}, { until: at })
    if (step.begins) intervals.push({ ...step.begins, since: at, until: null })
  }
  return intervals
}

const openIn = (intervals: readonly Interval[], wanted: boolean): Interval | null =>
  intervals.find(({ until, verdict }) => until === null && isUnreadable(verdict) === wanted) ?? null

const changesOf = (verdicts: readonly Judged[]) =>
  historyOf(verdicts).map(({ verdict, change }) => `${change} ${verdict}`)

describe.each<[string, Judged[], string[]]>([
  ['the first verdict is a baseline', [['failed']], ['baseline failed']],
  ['the same verdict again changes nothing', [['failed'], ['failed']], ['baseline failed']],
  ['failed to passed is fixed', [['failed'], ['passed']], ['baseline failed', 'fixed passed']],
  [
    'passed to failed is regressed',
    [['passed'], ['failed']],
    ['baseline passed', 'regressed failed'],
  ],
  [
    'failed without a result before is new',
    [['notLicensed'], ['failed']],
    ['baseline notLicensed', 'new failed'],
  ],
  [
    'passed without a result before is another difference',
    [['notApplicable'], ['passed']],
    ['baseline notApplicable', 'other passed'],
  ],
  [
    'a license that lapses and returns makes a failure neither new nor regressed',
    [['passed'], ['failed'], ['notLicensed'], ['failed']],
    ['baseline passed', 'regressed failed', 'other notLicensed', 'other failed'],
  ],
  [
    'a failure that is fixed while the check did not apply is fixed',
    [['failed'], ['notApplicable'], ['passed']],
    ['baseline failed', 'other notApplicable', 'fixed passed'],
  ],
  [
    'a part that returns with the same verdict is no news',
    [['failed'], ['notRead'], ['failed']],
    ['baseline failed', 'unreadable notRead'],
  ],
  [
    'a part that returns with another verdict is a real difference',
    [['failed'], ['noPermission'], ['passed']],
    ['baseline failed', 'unreadable noPermission', 'fixed passed'],
  ],
  [
    'another reason why it cannot be read is another difference',
    [['failed'], ['notRead'], ['noPermission']],
    ['baseline failed', 'unreadable notRead', 'other noPermission'],
  ],
  [
    'the first readable verdict is a baseline',
    [['notRead'], ['noPermission'], ['failed']],
    ['baseline notRead', 'baseline noPermission', 'baseline failed'],
  ],
  [
    'another verdict by another version is a changed rule',
    [['passed'], ['failed', 2]],
    ['baseline passed', 'ruleChanged failed'],
  ],
  [
    'a difference after the version changed with the same verdict is a real one',
    [['passed'], ['passed', 2], ['failed', 2]],
    ['baseline passed', 'regressed failed'],
  ],
  [
    'a changed rule on a check that could not be read is a changed rule when it returns',
    [['passed'], ['notRead', 2], ['failed', 2]],
    ['baseline passed', 'unreadable notRead', 'ruleChanged failed'],
  ],
])('%s', (_title, verdicts, expected) => {
  test('by its changes', () => {
    expect(changesOf(verdicts)).toEqual(expected)
  })
})

test('a verdict that cannot be read leaves the readable interval open', () => {
  expect(historyOf([['failed'], ['notRead'], ['failed']])).toMatchObject([
    { verdict: 'failed', since: 0, until: null },
    { verdict: 'notRead', since: 1, until: 2 },
  ])
})

const verdicts = fc.array(
  fc.tuple(fc.constantFrom(...CheckVerdict.options), fc.integer({ min: 1, max: 2 })),
  { maxLength: 30 },
)

/** Pairs of intervals of one kind, one after the other, of which the first has not ended before the second. */
const overlapping = (intervals: readonly Interval[]) =>
  [true, false].flatMap((wanted) => {
    const ofKind = intervals.filter(({ verdict }) => isUnreadable(verdict) === wanted)
    return ofKind.filter(({ until }, index) => {
      const next = ofKind[index + 1]
      return next !== undefined && (until === null || until > next.since)
    })
  })

test('at most one readable and one unreadable interval are open, and those of one kind never overlap', () => {
  const property = fc.property(verdicts, (given) => overlapping(historyOf(given)).length === 0)
  expect(fc.check(property)).toMatchObject({ failed: false })
})

const readableOf = (judged: readonly Judged[]): string =>
  historyOf(judged)
    .filter(({ verdict }) => !isUnreadable(verdict))
    .map(({ verdict, change, checkVersion }) => `${change} ${verdict} ${checkVersion}`)
    .join(', ')

test('verdicts that cannot be read change nothing in the history of the readable ones', () => {
  const property = fc.property(verdicts, (given) => {
    const readable = given.filter(([verdict]) => !isUnreadable(verdict))
    return readableOf(given) === readableOf(readable)
  })
  expect(fc.check(property)).toMatchObject({ failed: false })
})

test('a verdict that cannot be read is never new, regressed or fixed', () => {
  const NEWS: readonly PostureChange[] = ['new', 'regressed', 'fixed', 'ruleChanged']
  const property = fc.property(verdicts, (given) =>
    historyOf(given).every(
      ({ verdict, change }) => !isUnreadable(verdict) || !NEWS.includes(change),
    ),
  )
  expect(fc.check(property)).toMatchObject({ failed: false })
})
