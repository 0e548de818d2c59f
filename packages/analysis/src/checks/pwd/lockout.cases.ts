import { facts, sku } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const withRules = (values: Readonly<Record<string, string | null>>) => [
  {
    displayName: 'Password Rule Settings',
    templateId: '5CF42378-d67d-4f36-ba46-e8b86229381d',
    values: Object.entries(values).map(([name, value]) => ({ name, value })),
  },
]
const withLockout = (attempts: string | null, seconds: string | null) =>
  facts({
    groupSettings: withRules({ LockoutThreshold: attempts, LockoutDurationInSeconds: seconds }),
  })

export const cases: readonly CheckCase[] = [
  {
    name: "Microsoft's defaults, also without P1",
    facts: facts({ groupSettings: [], subscribedSkus: [sku()] }),
    verdict: 'passed',
    counts: { attempts: 10, seconds: 60, isDefault: 1 },
  },
  {
    name: 'the limits',
    facts: withLockout('10', '60'),
    verdict: 'passed',
    counts: { attempts: 10, seconds: 60 },
  },
  {
    name: 'eleven attempts',
    facts: withLockout('11', '60'),
    verdict: 'failed',
    objects: ['LockoutThreshold'],
  },
  {
    name: '59 seconds',
    facts: withLockout('5', '59'),
    verdict: 'failed',
    objects: ['LockoutDurationInSeconds'],
  },
  {
    name: 'too many attempts, and no duration',
    facts: withLockout('20', null),
    verdict: 'failed',
    objects: ['LockoutThreshold'],
  },
  { name: 'a value that is null', facts: withLockout('10', null), verdict: 'notRead' },
  { name: 'a value that is no number', facts: withLockout('ten', '60'), verdict: 'notRead' },
  {
    name: 'settings that were not read',
    facts: facts({ groupSettings: 'notRead' }),
    verdict: 'notRead',
  },
]
