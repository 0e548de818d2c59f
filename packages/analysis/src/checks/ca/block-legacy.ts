import { defineCheck, failed } from '../define-check.ts'
import type { PolicyFacts } from '../facts.ts'
import { everybody, judgeAudienceOfEach } from './audience.ts'
import {
  blocks,
  enforcedPolicies,
  includesAllApplications,
  includesAllUsers,
  isNarrowed,
  judgeConditionalAccess,
} from './conditional-access.ts'

export const blockLegacy = defineCheck({
  id: 'ca.block-legacy',
  version: 1,
  title: 'Legacy authentication is blocked for everybody',
  severity: 'critical',
  why: 'Old protocols cannot ask for MFA, so that a password alone is enough. Both kinds of old clients, Exchange ActiveSync and others, must be blocked.',
  fix: [
    'In the Microsoft Entra admin center open Monitoring > Sign-in logs and list sign-ins of legacy clients.',
    'Move the devices and applications found there to modern authentication.',
    'Under Protection > Conditional Access create a policy that blocks all users and all resources.',
    'In it select the client apps "Exchange ActiveSync clients" and "Other clients", then switch it on.',
  ],
  effort: 'hours',
  userImpact: 'Old mail programs and devices without modern authentication stop signing in.',
  references: ['CIS 5.2.2.3', 'MS.AAD.1.1v1', 'MT.1009', 'MT.1010'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: true }, (policies) => {
      const blocking = enforcedPolicies(policies).filter(
        (policy) =>
          blocks(policy) && includesAllApplications(policy) && !isNarrowed(policy, ['client']),
      )
      const lists = ['exchangeActiveSync', 'other'].map((client) =>
        blocking.filter((policy) => isForClient(policy, client)),
      )
      if (!lists.every((list) => list.some(includesAllUsers)))
        return failed('No enabled policy blocks all users of both kinds of legacy clients.')
      return judgeAudienceOfEach(facts, lists, everybody(facts))
    }),
})

function isForClient({ conditions: { clientAppTypes } }: PolicyFacts, client: string): boolean {
  const clients = clientAppTypes ?? []
  return clients.length === 0 || clients.includes('all') || clients.includes(client)
}
