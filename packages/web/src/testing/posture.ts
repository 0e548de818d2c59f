import { TenantId } from '@tenantscope/contract/ids'
import { VERDICT_LETTERS } from '@tenantscope/contract/posture'
import type { PostureCheck, PostureEstate, ShownVerdict } from '@tenantscope/contract/posture'

type EstateTenant = PostureEstate['tenants'][number]

let made = 0

/** A tenant that was judged today. Without verdicts it was not judged yet. */
export function makePostureTenant(
  displayName: string,
  verdicts: readonly ShownVerdict[] | null,
  changes: Partial<EstateTenant> = {},
): EstateTenant {
  made += 1
  return {
    tenantId: TenantId.parse(`bbbbbbbb-0000-4000-8000-${String(made).padStart(12, '0')}`),
    displayName,
    score: null,
    grade: null,
    verdicts: verdicts && verdicts.map((verdict) => VERDICT_LETTERS[verdict]).join(''),
    dataAsOf: '2026-11-20T09:00:00.000Z',
    isOld: false,
    isOutdated: false,
    members: null,
    ...changes,
  }
}

export const mfaCheck: PostureCheck = {
  id: 'ca.mfa-all-users',
  title: 'MFA is required of everybody',
  severity: 'critical',
  references: ['CIS 5.2.2.2', 'MS.AAD.3.2v2'],
}
export const guestCheck: PostureCheck = {
  id: 'gst.stale',
  title: 'Guests who do not sign in are blocked',
  severity: 'medium',
  references: [],
}
export const legacyCheck: PostureCheck = {
  id: 'ca.block-legacy',
  title: 'Legacy authentication is blocked',
  severity: 'high',
  references: ['CIS 5.2.2.3'],
}
