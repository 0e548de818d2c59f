import type { PolicyFacts } from '../../checks/facts.ts'
import { facts, policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const reporting = (changes: Partial<PolicyFacts>) =>
  policy('one', { state: 'enabledForReportingButNotEnforced', ...changes })
const OLD = '2026-10-20T12:00:00Z'
const RECENT = '2026-10-26T12:00:00Z'

export const cases: readonly CheckCase[] = [
  {
    name: 'changed 29 days ago',
    facts: facts({
      policies: [reporting({ createdDateTime: OLD, modifiedDateTime: RECENT }), policy('two')],
    }),
    verdict: 'passed',
  },
  {
    name: 'changed 35 days ago',
    facts: facts({ policies: [reporting({ modifiedDateTime: OLD }), policy('two')] }),
    verdict: 'failed',
    objects: ['one'],
  },
  {
    name: 'never changed since its creation 35 days ago',
    facts: facts({ policies: [reporting({ createdDateTime: OLD, modifiedDateTime: null })] }),
    verdict: 'failed',
    objects: ['one'],
  },
  {
    name: 'an old policy in another state',
    facts: facts({
      policies: [
        policy('one', { modifiedDateTime: OLD }),
        policy('two', { state: 'disabled', modifiedDateTime: OLD }),
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'neither day is known',
    facts: facts({ policies: [reporting({ modifiedDateTime: null })] }),
    verdict: 'notRead',
    objects: ['one'],
  },
  {
    name: 'policies without permission',
    facts: facts({ policies: 'noPermission' }),
    verdict: 'noPermission',
  },
]
