import { commonCases, tenantWith, withConditions, WITHOUT_P1 } from '../../testing/ca-cases.ts'
import { policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const BLOCK = policy('p', { grantControls: { operator: 'OR', builtInControls: ['block'] } })
const blocking = (transferMethods: string) =>
  withConditions(BLOCK, { authenticationFlows: { transferMethods } })
const GOOD = blocking('authenticationTransfer')

export const cases: readonly CheckCase[] = [
  ...commonCases(GOOD),
  ...WITHOUT_P1,
  {
    name: 'both flows in one policy',
    facts: tenantWith([blocking('deviceCodeFlow,authenticationTransfer')]),
    verdict: 'passed',
  },
  { name: 'the other flow', facts: tenantWith([blocking('deviceCodeFlow')]), verdict: 'failed' },
  { name: 'no flow', facts: tenantWith([blocking('none')]), verdict: 'failed' },
  {
    name: 'a flow that is not known',
    facts: tenantWith([blocking('authenticationTransfer,newFlow')]),
    verdict: 'failed',
  },
  {
    name: 'MFA is no block',
    facts: tenantWith([{ ...GOOD, grantControls: policy('p').grantControls }]),
    verdict: 'failed',
  },
  {
    name: 'some resources only',
    facts: tenantWith([
      withConditions(GOOD, { applications: { includeApplications: ['Office365'] } }),
    ]),
    verdict: 'failed',
  },
]
