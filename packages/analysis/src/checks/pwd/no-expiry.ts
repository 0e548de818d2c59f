import { defineCheck, failed, notApplicable, notRead, passed } from '../define-check.ts'
import type { CheckObject } from '../define-check.ts'
import type { DomainFacts } from '../rows.ts'

/** Microsoft's value for passwords that never expire. */
const NEVER = 2_147_483_647

export const noExpiry = defineCheck({
  id: 'pwd.no-expiry',
  version: 1,
  title: 'Passwords do not expire',
  severity: 'medium',
  why: 'People who must change a password often choose weaker ones that follow a pattern. Verified domains with managed sign-in are judged, because a federated domain gets its rules elsewhere.',
  fix: [
    'In the Microsoft 365 admin center open Settings > Org settings > Security & privacy > Password expiration policy.',
    'Set passwords to never expire.',
    'Check the listed domains again, because older domains can have a value of their own.',
  ],
  effort: 'minutes',
  userImpact: 'People are no longer asked to change their password at intervals.',
  references: ['CIS 1.3.1', 'MS.AAD.6.1v1'],
  licence: null,
  needs: ['domains'],
  judge({ domains }) {
    const verified = domains.filter(({ isVerified }) => isVerified !== false)
    const judged = verified.filter((domain) => !isFederated(domain))
    const expiring = judged.filter((domain) => isManaged(domain) && expires(domain) === true)
    const notKnown = judged.filter((domain) => !isManaged(domain) || expires(domain) === null)
    const counts = {
      domains: judged.length,
      expiring: expiring.length,
      notKnown: notKnown.length,
      federated: verified.length - judged.length,
    }
    if (verified.length === 0) return notRead('No verified domain was read.', { counts })
    if (judged.length === 0) return notApplicable('All verified domains are federated.', { counts })
    if (expiring.length > 0)
      return failed(`Passwords expire in ${expiring.length} of ${judged.length} domains.`, {
        counts,
        objects: expiring.map(domainObject),
      })
    if (notKnown.length > 0)
      return notRead(
        `Microsoft does not say when passwords expire in ${notKnown.length} domains.`,
        {
          counts,
          objects: notKnown.map(domainObject),
        },
      )
    return passed('Passwords do not expire in any managed domain.', { counts })
  },
})

const isFederated = ({ authenticationType }: DomainFacts): boolean =>
  authenticationType?.toLowerCase() === 'federated'
const isManaged = ({ authenticationType, isVerified }: DomainFacts): boolean =>
  authenticationType?.toLowerCase() === 'managed' && isVerified === true

function expires({ passwordValidityPeriodInDays: days }: DomainFacts): boolean | null {
  return days === null || days === undefined ? null : days !== NEVER
}

const domainObject = ({ id }: DomainFacts): CheckObject => ({ kind: 'domain', id, name: id })
