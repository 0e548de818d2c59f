import type { MfaVerdict } from '@tenantscope/contract/mfa'
import type { ShownVerdict } from '@tenantscope/contract/posture'

/** The check of the policies that the MFA verdict is read beside. */
export const MFA_CHECK = 'ca.mfa-all-users'

interface Compared {
  /** The MFA verdict, which counts people. */
  readonly mfa: MfaVerdict
  /** The check `ca.mfa-all-users`, which judges the policies. */
  readonly check: {
    readonly verdict: ShownVerdict
    readonly counts: Readonly<Record<string, number>>
  }
}

/**
 * Returns why the MFA verdict and the check of the policies differ, in sentences; none when they say
 * the same.
 */
export const mfaDifference = ({ mfa, check }: Compared): string[] =>
  SAME[check.verdict].includes(mfa) ? [] : WHY[check.verdict](mfa, check.counts)

const REQUIRED: readonly MfaVerdict[] = ['required', 'requiredBySecurityDefaults']
const NOT_KNOWN: readonly MfaVerdict[] = ['notKnown']

/** The MFA verdicts that say the same as a verdict of the check. */
const SAME: Readonly<Record<ShownVerdict, readonly MfaVerdict[]>> = {
  passed: REQUIRED,
  failed: ['partial', 'none'],
  excepted: REQUIRED,
  notLicensed: [],
  notApplicable: NOT_KNOWN,
  noPermission: NOT_KNOWN,
  notRead: NOT_KNOWN,
}

const COUNTS_PEOPLE =
  'The MFA verdict allows no exclusion: it counts each member, in each situation, without emergency access accounts.'

function whyPassed(mfa: MfaVerdict, { excluded = 0 }: Readonly<Record<string, number>>): string[] {
  return [
    `The check judges the policies and passes with up to 5 or 5 % of people excluded. Excluded here: ${excluded}.`,
    mfa === 'notKnown'
      ? `${COUNTS_PEOPLE} Here it is not known whether all members are covered.`
      : `${COUNTS_PEOPLE} Legacy authentication must be blocked too, which is a check of its own.`,
  ]
}

const whyFailed = (mfa: MfaVerdict): string[] => [
  'The check fails because no policy for all users and all resources reaches everyone, guests too. A later user may have no policy.',
  mfa === 'notKnown'
    ? 'The MFA verdict counts the members of today. It is not known whether all of them are covered.'
    : 'The MFA verdict counts the members of today: all of them are covered, by whichever policies.',
]

const whyNoVerdict = () => [
  'The check has no verdict, because something that it needs was not read. The MFA verdict counts the people who are known.',
]

const WHY: Readonly<
  Record<ShownVerdict, (mfa: MfaVerdict, counts: Readonly<Record<string, number>>) => string[]>
> = {
  passed: whyPassed,
  failed: whyFailed,
  excepted: () => [
    'The risk of the check is accepted. The MFA verdict counts people, whatever was accepted.',
  ],
  notLicensed: () => [
    'The check needs Microsoft Entra ID P1 to fail or pass. The MFA verdict counts people, also without a license.',
  ],
  notApplicable: whyNoVerdict,
  noPermission: whyNoVerdict,
  notRead: whyNoVerdict,
}
