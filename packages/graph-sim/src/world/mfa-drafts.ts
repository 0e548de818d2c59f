import type { PolicyPlaces, StyledDraft } from './draft-types.ts'

/** How a story's directory requests MFA: its policies look alike in a list and do not protect alike. */
export type MfaStyle =
  | 'mfa-at-risk'
  | 'mfa-with-exceptions'
  | 'mfa-by-strength'
  | 'mfa-four-clients'
  | 'mfa-by-other-provider'
  | 'mfa-for-no-user'
  | 'mfa-hidden-exceptions'

/** Microsoft's own strength; its id is the same in every directory. */
export const PHISHING_RESISTANT = {
  id: '00000000-0000-0000-0000-000000000004',
  createdDateTime: '2021-12-01T00:00:00Z',
  modifiedDateTime: '2021-12-01T00:00:00Z',
  displayName: 'Phishing-resistant MFA',
  description: 'Phishing-resistant, Passwordless methods for the strongest authentication',
  policyType: 'builtIn',
  requirementsSatisfied: 'mfa',
  allowedCombinations: ['windowsHelloForBusiness', 'fido2', 'x509CertificateMultiFactor'],
} as const

/** The policies of each style. */
export const MFA_DRAFTS: Record<MfaStyle, (places: PolicyPlaces) => StyledDraft[]> = {
  'mfa-at-risk': () => [
    {
      displayName: 'Require MFA for risky sign-ins',
      conditions: { signInRiskLevels: ['high', 'medium'] },
      grant: { builtInControls: ['mfa'] },
    },
  ],
  'mfa-with-exceptions': ({ exceptionsGroupId }) => [
    {
      displayName: 'Require MFA for all users',
      users: { excludeGroups: [exceptionsGroupId] },
      grant: { builtInControls: ['mfa'] },
    },
  ],
  'mfa-by-strength': () => [
    {
      displayName: 'Require phishing-resistant MFA for all users',
      grant: { builtInControls: [], authenticationStrength: PHISHING_RESISTANT },
    },
  ],
  // The four types of client apps are all that there are.
  'mfa-four-clients': () => [
    {
      displayName: 'Require MFA for every client app',
      conditions: {
        clientAppTypes: ['browser', 'mobileAppsAndDesktopClients', 'exchangeActiveSync', 'other'],
      },
      grant: { builtInControls: ['mfa'] },
    },
  ],
  // A custom control hands the sign-in to another provider: what that one checks is not known.
  'mfa-by-other-provider': () => [
    {
      displayName: 'Require MFA or Duo',
      grant: { builtInControls: ['mfa'], customAuthenticationFactors: ['RequireDuoMfa'] },
    },
  ],
  'mfa-for-no-user': () => [
    {
      displayName: 'Require MFA for all users',
      users: { includeUsers: ['None'] },
      grant: { builtInControls: ['mfa'] },
    },
  ],
  // Microsoft shows an application no members of the excluded group.
  'mfa-hidden-exceptions': ({ exceptionsGroupId }) => [
    {
      displayName: 'Require MFA for all users',
      users: { excludeGroups: [exceptionsGroupId] },
      grant: { builtInControls: ['mfa'] },
    },
  ],
}
