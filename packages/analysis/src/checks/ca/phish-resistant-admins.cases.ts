import { commonCases, forUsers, tenantWith, WITHOUT_P1 } from '../../testing/ca-cases.ts'
import { policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import { GLOBAL_ADMINISTRATOR } from '../privileged-roles.ts'

const requiring = (allowedCombinations: readonly string[]) =>
  policy('p', {
    grantControls: { operator: 'OR', authenticationStrength: { allowedCombinations } },
  })
const STRONG = requiring(['fido2', 'windowsHelloForBusiness', 'x509CertificateMultiFactor'])

export const cases: readonly CheckCase[] = [
  ...commonCases(STRONG),
  ...WITHOUT_P1,
  {
    name: 'by role',
    facts: tenantWith([forUsers(STRONG, { includeRoles: [GLOBAL_ADMINISTRATOR] })]),
    verdict: 'passed',
  },
  {
    name: 'one combination that can be relayed',
    facts: tenantWith([requiring(['fido2', 'password,microsoftAuthenticatorPush'])]),
    verdict: 'failed',
  },
  {
    name: 'a certificate as a single factor',
    facts: tenantWith([requiring(['fido2', 'x509CertificateSingleFactor'])]),
    verdict: 'failed',
  },
  {
    name: 'a strength without combinations',
    facts: tenantWith([requiring([])]),
    verdict: 'failed',
  },
  {
    name: 'a strength with a method that is not known',
    facts: tenantWith([requiring(['fido2', 'newMethod'])]),
    verdict: 'failed',
  },
  {
    name: 'the strength or a compliant device',
    facts: tenantWith([
      {
        ...STRONG,
        grantControls: { ...STRONG.grantControls, builtInControls: ['compliantDevice'] },
      },
    ]),
    verdict: 'failed',
  },
  { name: 'MFA of any kind', facts: tenantWith([policy('p')]), verdict: 'failed' },
]
