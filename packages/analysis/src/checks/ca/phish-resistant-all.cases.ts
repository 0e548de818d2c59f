import { commonCases, forUsers, tenantWith, WITHOUT_P1 } from '../../testing/ca-cases.ts'
import { policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import { GLOBAL_ADMINISTRATOR } from '../privileged-roles.ts'

const requiring = (allowedCombinations: readonly string[]) =>
  policy('p', {
    grantControls: { operator: 'OR', authenticationStrength: { allowedCombinations } },
  })
const STRONG = requiring(['fido2', 'windowsHelloForBusiness'])

export const cases: readonly CheckCase[] = [
  ...commonCases(STRONG),
  ...WITHOUT_P1,
  {
    name: 'administrators only',
    facts: tenantWith([forUsers(STRONG, { includeRoles: [GLOBAL_ADMINISTRATOR] })]),
    verdict: 'failed',
  },
  {
    name: 'a Temporary Access Pass is MFA, but can be relayed',
    facts: tenantWith([requiring(['fido2', 'temporaryAccessPassOneTime'])]),
    verdict: 'failed',
  },
  { name: 'MFA of any kind', facts: tenantWith([policy('p')]), verdict: 'failed' },
]
