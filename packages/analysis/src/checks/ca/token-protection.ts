import { defineCheck } from '../define-check.ts'
import type { PolicyFacts } from '../facts.ts'
import { judgeForAll, members } from './audience.ts'
import {
  enforcedPolicies,
  includesApplication,
  isNarrowed,
  judgeConditionalAccess,
} from './conditional-access.ts'

/** Exchange Online and SharePoint Online. */
const PROTECTED = ['00000002-0000-0ff1-ce00-000000000000', '00000003-0000-0ff1-ce00-000000000000']
const SUITE = { including: ['Office365'], excluding: ['Office365'] }

export const tokenProtection = defineCheck({
  id: 'ca.token-protection',
  version: 1,
  title: 'Token protection is required on Windows',
  severity: 'low',
  why: 'A token that is bound to its device is of no use on another. Microsoft offers it for desktop apps on Windows with Exchange Online and SharePoint Online, so a policy for these is enough.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all users, Exchange Online and SharePoint Online, the platform Windows and the client apps "Mobile apps and desktop clients".',
    'Under Session select "Require token protection for sign-in sessions".',
    'Run it as report-only until few sign-ins would fail, then switch it on.',
  ],
  effort: 'days',
  userImpact: 'Desktop apps on Windows devices that are not registered cannot sign in.',
  references: ['CIS 5.2.2.16'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) => {
      const protecting = enforcedPolicies(policies).filter(
        (policy) =>
          policy.sessionControls?.secureSignInSession?.isEnabled === true &&
          PROTECTED.every((id) => includesApplication(policy, id, SUITE)) &&
          isForDesktopApps(policy) &&
          isForWindows(policy) &&
          !isNarrowed(policy, ['platform', 'client']),
      )
      return judgeForAll(facts, protecting, {
        none: 'No enabled policy requires token protection of all users on Windows.',
        audience: members(facts),
      })
    }),
})

const isForDesktopApps = ({ conditions }: PolicyFacts): boolean =>
  includesAny(conditions.clientAppTypes, ['all', 'mobileAppsAndDesktopClients'])

const isForWindows = ({ conditions: { platforms } }: PolicyFacts): boolean =>
  includesAny(platforms?.includePlatforms, ['all', 'windows']) &&
  !['all', 'windows'].some((name) => (platforms?.excludePlatforms ?? []).includes(name))

/** A list that is empty does not limit the policy. */
function includesAny(
  names: readonly string[] | null | undefined,
  wanted: readonly string[],
): boolean {
  return (names ?? []).length === 0 || wanted.some((name) => (names ?? []).includes(name))
}
