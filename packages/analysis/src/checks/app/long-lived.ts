import { counted } from '../../counted.ts'
import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import { credentialHolders } from './credentials.ts'
import type { Credential } from './credentials.ts'

const SECRET_DAYS = 180
const CERTIFICATE_DAYS = 365

export const longLived = defineCheck({
  id: 'app.long-lived',
  version: 1,
  title: 'Secrets of applications last at most 180 days and certificates at most 365 days',
  severity: 'medium',
  why: 'A secret that leaks can be used until it ends. Those that ended do not count, because they no longer open anything.',
  fix: [
    'In the Microsoft Entra admin center open Applications > App registrations, or Enterprise applications for a signing certificate, and open the listed application.',
    'Create a secret of at most 180 days or a certificate of at most 365 days, and enter it where the application runs.',
    'Remove the old one, and limit new ones with an application management policy.',
  ],
  effort: 'days',
  userImpact: 'Nothing changes when the new secret is in use before the old one is removed.',
  references: ['MS.AAD.5.6v1', 'MS.AAD.5.7v1'],
  licence: null,
  needs: ['applications', 'servicePrincipals'],
  judge({ applications, servicePrincipals }, now) {
    const holders = credentialHolders(applications, servicePrincipals, now).map((holder) => ({
      ...holder,
      credentials: holder.credentials.filter(isInForce),
    }))
    const long = holders.flatMap((holder) => holder.credentials).filter(isLong)
    const failing = holders.filter((holder) => holder.credentials.some(isLong))
    const notKnown = holders.filter(
      (holder) => !holder.isRead || holder.credentials.some((each) => each.lifetimeDays === null),
    )
    const secrets = long.filter(({ isSecret }) => isSecret).length
    const counts = {
      secrets,
      certificates: long.length - secrets,
      notKnown: notKnown.length,
    }
    if (failing.length > 0)
      return failed(
        `${counted(counts.secrets, 'secret')} and ${counted(counts.certificates, 'certificate')} last longer.`,
        { counts, objects: failing.map(({ object }) => object) },
      )
    if (notKnown.length > 0)
      return notRead(`The secrets of ${notKnown.length} applications were not read.`, {
        counts,
        objects: notKnown.map(({ object }) => object),
      })
    return passed('No secret or certificate that is in force lasts longer.', { counts })
  },
})

const isInForce = ({ endsInDays }: Credential): boolean => endsInDays === null || endsInDays > 0

const isLong = ({ isSecret, lifetimeDays }: Credential): boolean =>
  lifetimeDays !== null && lifetimeDays > (isSecret ? SECRET_DAYS : CERTIFICATE_DAYS)
