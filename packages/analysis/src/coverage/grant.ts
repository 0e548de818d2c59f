import type { CoveragePolicy, PolicyGrant } from './facts.ts'
import { stronger } from './situations.ts'
import type { Outcome, Situation } from './situations.ts'
import { strengthOutcome } from './strengths.ts'

/** What each control gives where a sign-in can satisfy it; null where it cannot. */
const CONTROLS: Readonly<Record<string, (situation: Situation) => Outcome | null>> = {
  mfa: ({ isInteractive }) => (isInteractive ? 'mfa' : null),
  compliantDevice: ({ isManaged }) => (isManaged ? 'otherControl' : null),
  domainJoinedDevice: ({ isManaged }) => (isManaged ? 'otherControl' : null),
  // Microsoft offers both for apps on iOS and Android.
  approvedApplication: ({ platform }) => (platform === 'iOS' ? 'otherControl' : null),
  compliantApplication: ({ platform }) => (platform === 'iOS' ? 'otherControl' : null),
  passwordChange: ({ isInteractive }) => (isInteractive ? 'otherControl' : null),
}

/** The built-in controls that this version knows. */
export const KNOWN_CONTROLS: ReadonlySet<string> = new Set(['block', ...Object.keys(CONTROLS)])

/**
 * Returns what a readable policy that applies enforces. OR is met by the strongest control that the
 * situation offers, AND needs all; a sign-in that cannot meet the policy is blocked.
 */
export function grantOutcome({ grantControls }: CoveragePolicy, situation: Situation): Outcome {
  if (grantControls === null) return 'nothing'
  const builtIn = grantControls.builtInControls ?? []
  if (builtIn.includes('block')) return 'blocked'
  if ((grantControls.termsOfUse ?? []).length > 0) return 'depends'
  const offered = offeredBy(grantControls, situation)
  return offered.length === 0 ? 'nothing' : combined(offered, isAnd(grantControls))
}

/** Null is a control that the situation does not offer. */
function combined(offered: readonly (Outcome | null)[], isAll: boolean): Outcome {
  const met = offered.filter((outcome) => outcome !== null)
  const isMet = isAll ? met.length === offered.length : met.length > 0
  if (!isMet) return 'blocked'
  // What another provider checks is not known, and with OR it can be used in place of MFA.
  if (!isAll && met.includes('depends')) return 'depends'
  return met.reduce(stronger)
}

/** Each control's outcome; null: the situation does not offer it. */
function offeredBy(grant: PolicyGrant, situation: Situation): (Outcome | null)[] {
  const { isInteractive } = situation
  const combinations = grant.authenticationStrength?.allowedCombinations
  return [
    ...(grant.builtInControls ?? []).map((control) => CONTROLS[control]?.(situation) ?? null),
    ...(grant.customAuthenticationFactors ?? []).map(() =>
      isInteractive ? ('depends' as const) : null,
    ),
    ...(combinations ? [isInteractive ? strengthOutcome(combinations) : null] : []),
  ]
}

function isAnd({ operator }: PolicyGrant): boolean {
  return operator?.toUpperCase() === 'AND'
}

/** Returns the controls whose result is not known. */
export function openControlsOf({
  grantControls,
}: CoveragePolicy): ('termsOfUse' | 'customControl')[] {
  const { termsOfUse, customAuthenticationFactors: custom } = grantControls ?? {}
  return [
    ...((termsOfUse ?? []).length > 0 ? (['termsOfUse'] as const) : []),
    ...((custom ?? []).length > 0 ? (['customControl'] as const) : []),
  ]
}

/** Returns whether MFA is among the controls, even when another control can be used in its place. */
export function mentionsMfa({ grantControls }: CoveragePolicy): boolean {
  return (
    (grantControls?.builtInControls ?? []).includes('mfa') ||
    (grantControls?.authenticationStrength ?? null) !== null
  )
}
