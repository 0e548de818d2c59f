import type { MfaPart, MfaReason } from '@tenantscope/contract/mfa'

import type { Limit } from './conditions.ts'
import { countedPeople } from './mfa-label.ts'

type Reason<Kind extends MfaReason['kind']> = Extract<MfaReason, { kind: Kind }>

const TEXTS: { readonly [Kind in MfaReason['kind']]: (reason: Reason<Kind>) => string } = {
  securityDefaults: () =>
    'Security defaults are on. They require MFA of all users and block legacy authentication.',
  noProtection: ({ people }) =>
    `No security defaults and no Conditional Access were found. ${perUserText(people)}`,
  noEnabledPolicy: () =>
    'Security defaults are off, and no enabled Conditional Access policy requires anything of ordinary sign-ins.',
  noMembers: () => 'The tenant has no enabled member.',
  situation: situationText,
  blockedOnly: ({ people }) =>
    `${areOrIs(people)} covered because sign-ins are blocked, not because MFA is requested.`,
  policy: policyText,
  morePolicies: ({ policies }) =>
    `${policies} further policy ${policies === 1 ? 'remark is' : 'remarks are'} not listed.`,
  notKnownPeople: ({ people }) => `It is not known whether ${areOrIs(people)} covered.`,
  notRead: ({ part }) =>
    part === 'hiddenGroups' ? HIDDEN_GROUPS : `${PARTS[part]} could not be read.`,
  judgedBefore: () =>
    'This tenant was judged before this version. The next refresh judges it again.',
}

/** Returns a reason of a verdict as a sentence. */
export function mfaReasonText<Kind extends MfaReason['kind']>(
  reason: Reason<Kind> & { kind: Kind },
): string {
  return TEXTS[reason.kind](reason)
}

const areOrIs = (people: number): string =>
  `${countedPeople(people)} ${people === 1 ? 'is' : 'are'}`

function perUserText(people: number | null): string {
  if (people === null) return 'Per-user MFA is not read.'
  return `Per-user MFA is on for ${countedPeople(people)}.`
}

/** The situations of docs/posture.md that count. */
const SITUATION_TEXTS: Readonly<Record<number, string>> = {
  2: 'when they use Office 365 in a browser on an unmanaged Windows device',
  3: 'when they use Office 365 in a desktop app on an unmanaged Windows device',
  4: 'when they use Office 365 in a mobile app on an unmanaged iOS device',
  5: 'because legacy authentication is not blocked for them',
  6: 'when they use the Microsoft admin portals on an unmanaged Windows device',
}

function situationText({ situation, people }: Reason<'situation'>): string {
  return `${areOrIs(people)} not covered ${SITUATION_TEXTS[situation] ?? `in situation ${situation}`}.`
}

const HIDDEN_GROUPS =
  'Microsoft hides the members of a group that a policy or a role names (hidden membership).'

const PARTS: Record<Exclude<MfaPart, 'hiddenGroups'>, string> = {
  people: 'Users',
  groups: 'Members of a group that a policy or a role names',
  roles: 'Role assignments',
  policies: 'Conditional Access policies',
  securityDefaults: 'Security defaults',
  licenses: 'Licenses',
}

const LIMITS: Readonly<Record<Limit, string>> = {
  application: 'application',
  applicationFilter: 'application filter',
  client: 'client app',
  platform: 'platform',
  location: 'location',
  userRisk: 'user risk',
  signInRisk: 'sign-in risk',
  servicePrincipalRisk: 'service principal risk',
  insiderRisk: 'insider risk',
  flow: 'authentication flow',
  deviceFilter: 'device filter',
  termsOfUse: 'terms of use',
  customControl: 'custom control',
}
const LIMIT_TEXTS: Readonly<Record<string, string>> = LIMITS

function policyText(reason: Reason<'policy'>): string {
  const { gap, people, details } = reason
  // FIRST STRONG ISOLATE … POP DIRECTIONAL ISOLATE: a name cannot reorder the sentence around it.
  const name = `\u2068'${reason.policyName}'\u2069`
  const limits = details.map((each) => LIMIT_TEXTS[each] ?? each).join(', ')
  switch (gap) {
    case 'reportOnly':
      return `${name} is report-only and enforces nothing.`
    case 'limited':
      return `${name} is limited by ${limits}.`
    case 'excludes':
      return people === null
        ? `${name} excludes members whom no other policy covers. Their number is not known.`
        : `${name} excludes ${countedPeople(people)} whom no other policy covers.`
    case 'reaches':
      if (people === null)
        return `${name} does not apply to all members. Their number is not known.`
      return people === 0
        ? `${name} applies to no enabled member.`
        : `${name} reaches only ${countedPeople(people)}.`
    case 'depends':
      return `${name} depends on conditions that are not evaluated (${limits}). It does not count.`
    case 'notReadable':
      return `${name} has settings that this version does not know (${details.join(', ')}). It does not count.`
    default:
      return `${name} accepts a control that is not MFA.`
  }
}
