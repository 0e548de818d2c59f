import { countedAs } from '../../counted.ts'
import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import { isRiskyScope } from './permissions.ts'
import { principalObject, principalsById } from './principals.ts'

export const tenantWideConsent = defineCheck({
  id: 'app.tenant-wide-consent',
  version: 1,
  title: 'No application has consent for all users to permissions of high risk',
  severity: 'high',
  why: 'Such an application acts as any person who signs in to it, with their mail, files or administrative rights.',
  fix: [
    'In the Microsoft Entra admin center open Applications > Enterprise applications and open the listed application.',
    'Under Permissions review what was granted for all users, and revoke what it does not need.',
    'Where only some people need it, require an assignment and grant it to them.',
  ],
  effort: 'hours',
  userImpact:
    'People may be asked for consent again, or can no longer use parts of the application.',
  references: ['MT.1075'],
  licence: null,
  needs: ['delegatedGrants'],
  judge({ delegatedGrants, facts }) {
    const risky = delegatedGrants.filter(({ scopes }) => scopes.some(isRiskyScope))
    const forAll = risky.filter(({ consentType }) => consentType?.toLowerCase() === 'allprincipals')
    const notKnown = risky.filter(({ consentType }) => (consentType ?? null) === null)
    const principals = principalsById(facts)
    const objectsOf = (grants: typeof risky) => [
      ...new Map(
        grants.map(({ clientId }) => {
          const id = clientId.toLowerCase()
          return [id, principalObject(clientId, principals.get(id)?.displayName)]
        }),
      ).values(),
    ]
    const objects = objectsOf(forAll)
    const counts = { applications: objects.length, notKnown: notKnown.length }
    if (objects.length > 0)
      return failed(
        countedAs(
          objects.length,
          'application has such consent for all users.',
          'applications have such consent for all users.',
        ),
        {
          counts,
          objects,
        },
      )
    return notKnown.length > 0
      ? notRead('Microsoft does not say for whom some consent was given.', {
          counts,
          objects: objectsOf(notKnown),
        })
      : passed('No application has such consent for all users.', { counts })
  },
})
