import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import { credentialHolders } from './credentials.ts'
import type { Credential } from './credentials.ts'

const DAYS = 30

export const secretExpiry = defineCheck({
  id: 'app.secret-expiry',
  version: 1,
  title: 'No secret or certificate of an application ends within 30 days',
  severity: 'medium',
  why: 'An application stops when its secret or certificate ends. One that ended counts until it is removed, because it is either an outage or left over.',
  fix: [
    'In the Microsoft Entra admin center open Applications > App registrations, or Enterprise applications for a signing certificate, and open the listed application.',
    'Create a new secret or certificate and enter it where the application runs.',
    'Remove the old one.',
  ],
  effort: 'hours',
  userImpact: 'Nothing changes when the new secret is in use before the old one ends.',
  references: [],
  licence: null,
  needs: ['applications', 'servicePrincipals'],
  judge({ applications, servicePrincipals }, now) {
    const holders = credentialHolders(applications, servicePrincipals, now)
    const credentials = holders.flatMap((holder) => holder.credentials)
    const failing = holders.filter((holder) => holder.credentials.some(endsSoon))
    const notKnown = holders.filter(
      (holder) => !holder.isRead || holder.credentials.some((each) => each.endsInDays === null),
    )
    const ended = credentials.filter(({ endsInDays }) => endsInDays !== null && endsInDays <= 0)
    const counts = {
      credentials: credentials.length,
      ended: ended.length,
      endingSoon: credentials.filter(endsSoon).length - ended.length,
      notKnown: notKnown.length,
    }
    if (failing.length > 0)
      return failed(
        `${counts.endingSoon} secrets and certificates end within ${DAYS} days, and ${counts.ended} ended.`,
        { counts, objects: failing.map(({ object }) => object) },
      )
    if (notKnown.length > 0)
      return notRead(`The secrets of ${notKnown.length} applications were not read.`, {
        counts,
        objects: notKnown.map(({ object }) => object),
      })
    return passed(`No secret or certificate ends within ${DAYS} days.`, { counts })
  },
})

const endsSoon = ({ endsInDays }: Credential): boolean => endsInDays !== null && endsInDays < DAYS
