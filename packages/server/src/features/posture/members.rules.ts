import type { MfaCounts } from '@tenantscope/contract/mfa'
import type { MembersByCoverage, PostureEstate } from '@tenantscope/contract/posture'

/** Returns the members of a tenant by coverage; null when its judging had no counts. */
export function membersOf(counts: MfaCounts | null): MembersByCoverage | null {
  return (
    counts && {
      covered: counts.membersCovered,
      notCovered: counts.membersNotCovered,
      notKnown: counts.membersNotKnown,
    }
  )
}

/** Adds the known numbers, and counts the tenants without them. */
export function sumOf(tenants: readonly (MembersByCoverage | null)[]): PostureEstate['members'] {
  const known = tenants.filter((members) => members !== null)
  const sum = (key: keyof MembersByCoverage): number =>
    known.reduce((total, members) => total + members[key], 0)
  return {
    covered: sum('covered'),
    notCovered: sum('notCovered'),
    notKnown: sum('notKnown'),
    tenantsNotKnown: tenants.length - known.length,
  }
}
