import { defineCheck } from '../define-check.ts'
import { judgeForAll } from './audience.ts'
import {
  enforcedPolicies,
  includesApplication,
  isNarrowed,
  judgeConditionalAccess,
  requiresMfa,
} from './conditional-access.ts'

/** Windows Azure Service Management API: the Azure portal, its command lines and Resource Manager. */
const AZURE_MANAGEMENT = '797f4846-ba00-4fd7-ba43-dac1f8f63013'

export const mfaAzureMgmt = defineCheck({
  id: 'ca.mfa-azure-mgmt',
  version: 1,
  title: 'MFA is required for the management of Azure',
  severity: 'high',
  why: 'The management interface of Azure gives access to servers, data and costs. It is open to each user of the directory, so a policy for administrators alone leaves it out.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all users and the resource "Windows Azure Service Management API" that requires MFA, or one for all resources.',
    'Exclude only the emergency accounts, then switch the policy on.',
  ],
  effort: 'minutes',
  userImpact: 'People who manage Azure confirm the sign-in with a second factor.',
  references: ['MT.1008'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: true }, (policies) => {
      const requiring = enforcedPolicies(policies).filter(
        (policy) =>
          requiresMfa(policy) &&
          includesApplication(policy, AZURE_MANAGEMENT, { excluding: ['MicrosoftAdminPortals'] }) &&
          !isNarrowed(policy),
      )
      return judgeForAll(facts, requiring, {
        none: 'No enabled policy requires MFA of all users for the management of Azure.',
      })
    }),
})
