import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const withQuota = (used: number | null, total: number | null) =>
  facts({ organization: { directorySizeQuota: { used, total } } })

export const cases: readonly CheckCase[] = [
  {
    name: 'just below 80 %',
    facts: withQuota(239_999, 300_000),
    verdict: 'passed',
    counts: { used: 239_999, total: 300_000, percent: 79 },
  },
  {
    name: 'exactly 80 %',
    facts: withQuota(240_000, 300_000),
    verdict: 'failed',
    objects: ['directorySizeQuota'],
  },
  { name: 'a number that is null', facts: withQuota(null, 300_000), verdict: 'notRead' },
  { name: 'a total of 0', facts: withQuota(0, 0), verdict: 'notRead' },
  {
    name: 'a quota that is null',
    facts: facts({ organization: { directorySizeQuota: null } }),
    verdict: 'notRead',
  },
  { name: 'not read', facts: facts({ organization: 'failed' }), verdict: 'notRead' },
]
