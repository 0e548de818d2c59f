import { commonCases, tenantWith, withConditions, WITHOUT_P1 } from '../../testing/ca-cases.ts'
import { policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import type { PolicyFacts } from '../facts.ts'

const EXCHANGE = '00000002-0000-0ff1-ce00-000000000000'
const SHAREPOINT = '00000003-0000-0ff1-ce00-000000000000'
const GOOD = withConditions(
  policy('p', {
    grantControls: null,
    sessionControls: { secureSignInSession: { isEnabled: true } },
  }),
  {
    applications: { includeApplications: [EXCHANGE, SHAREPOINT] },
    clientAppTypes: ['mobileAppsAndDesktopClients'],
    platforms: { includePlatforms: ['windows'] },
  },
)
const tenant = (conditions: Partial<PolicyFacts['conditions']>) =>
  tenantWith([withConditions(GOOD, conditions)])

export const cases: readonly CheckCase[] = [
  ...commonCases(GOOD),
  ...WITHOUT_P1,
  {
    name: 'the Office 365 suite',
    facts: tenant({ applications: { includeApplications: ['Office365'] } }),
    verdict: 'passed',
  },
  {
    name: 'Exchange alone',
    facts: tenant({ applications: { includeApplications: [EXCHANGE] } }),
    verdict: 'failed',
  },
  {
    name: 'all resources without the suite',
    facts: tenant({
      applications: { includeApplications: ['All'], excludeApplications: ['Office365'] },
    }),
    verdict: 'failed',
  },
  { name: 'browsers', facts: tenant({ clientAppTypes: ['browser'] }), verdict: 'failed' },
  {
    name: 'another platform',
    facts: tenant({ platforms: { includePlatforms: ['macOS'] } }),
    verdict: 'failed',
  },
  {
    name: 'all platforms without Windows',
    facts: tenant({ platforms: { includePlatforms: ['all'], excludePlatforms: ['windows'] } }),
    verdict: 'failed',
  },
  {
    name: 'off',
    facts: tenantWith([
      { ...GOOD, sessionControls: { secureSignInSession: { isEnabled: false } } },
    ]),
    verdict: 'failed',
  },
]
