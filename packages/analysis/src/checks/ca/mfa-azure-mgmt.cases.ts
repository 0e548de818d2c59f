import {
  commonCases,
  forUsers,
  tenantWith,
  withConditions,
  WITHOUT_P1,
} from '../../testing/ca-cases.ts'
import { policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import { GLOBAL_ADMINISTRATOR } from '../privileged-roles.ts'

const AZURE = '797f4846-ba00-4fd7-ba43-dac1f8f63013'
const forApplications = (applications: Parameters<typeof withConditions>[1]['applications']) =>
  tenantWith([withConditions(policy('p'), { applications })])

export const cases: readonly CheckCase[] = [
  ...commonCases(
    withConditions(policy('p'), { applications: { includeApplications: [AZURE.toUpperCase()] } }),
    { isMetBySecurityDefaults: true },
  ),
  ...WITHOUT_P1,
  { name: 'all resources', facts: tenantWith([policy('p')]), verdict: 'passed' },
  {
    name: 'all resources without another application',
    facts: forApplications({ includeApplications: ['All'], excludeApplications: ['other'] }),
    verdict: 'passed',
  },
  {
    name: 'all resources without this one',
    facts: forApplications({ includeApplications: ['All'], excludeApplications: [AZURE] }),
    verdict: 'failed',
  },
  {
    name: 'all resources without the admin portals, which include it',
    facts: forApplications({
      includeApplications: ['All'],
      excludeApplications: ['MicrosoftAdminPortals'],
    }),
    verdict: 'failed',
  },
  {
    name: 'another application',
    facts: forApplications({ includeApplications: ['MicrosoftAdminPortals'] }),
    verdict: 'failed',
  },
  {
    name: 'an application filter',
    facts: forApplications({
      includeApplications: [AZURE],
      applicationFilter: { mode: 'include' },
    }),
    verdict: 'failed',
  },
  {
    name: 'administrators only',
    facts: tenantWith([forUsers(policy('p'), { includeRoles: [GLOBAL_ADMINISTRATOR] })]),
    verdict: 'failed',
  },
]
