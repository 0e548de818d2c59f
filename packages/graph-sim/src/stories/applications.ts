import type { Tenant } from '../world/types.ts'
import { each, type PostureStory } from './story.ts'
import { applicationOf, consentOf, grantOf, secretOf } from './well-kept-applications.ts'
import type { WellKept } from './well-kept.ts'

/** What applications may do, and with which secrets. */
export const APPLICATION_STORIES: readonly PostureStory[] = [
  {
    name: 'powerful applications',
    reason:
      'Directory.ReadWrite.All reaches Global Administrator, and an owner can add a secret (page "Permissions reference").',
    patch(tenant) {
      const { application, principal } = applicationOf({
        displayName: 'HR robot',
        tenantId: tenant.id,
        random: tenant.random,
      })
      const { random } = tenant
      return {
        applications: [
          ...tenant.applications,
          {
            ...application,
            passwordCredentials: [secretOf([-700, 10], random)],
            ownerIds: [tenant.personById.anna],
          },
        ],
        servicePrincipals: [...tenant.servicePrincipals, principal],
        applicationGrants: [
          ...tenant.applicationGrants,
          grantOf(principal, { permission: 'Directory.ReadWrite.All' }, random),
        ],
        delegatedGrants: [
          ...tenant.delegatedGrants,
          consentOf(principal, 'Mail.ReadWrite offline_access', random),
        ],
      }
    },
    expects: each(
      'failed',
      'app.secret-expiry app.long-lived app.high-risk-approles app.tenant-wide-consent ' +
        'app.owners-on-privileged',
    ),
  },
  {
    name: 'powerful application without owners',
    reason: 'A blocked owner cannot act, and a role below tier 0 gives no one the tenant.',
    patch(tenant) {
      const { random } = tenant
      const { application, principal } = applicationOf({
        displayName: 'HR robot',
        tenantId: tenant.id,
        random,
      })
      return {
        people: tenant.people.map((person) =>
          person.id === tenant.personById.ben ? { ...person, accountEnabled: false } : person,
        ),
        applications: [
          ...tenant.applications,
          { ...application, ownerIds: [tenant.personById.ben] },
        ],
        servicePrincipals: [...tenant.servicePrincipals, principal],
        applicationGrants: [
          grantOf(principal, { permission: 'RoleManagement.ReadWrite.Directory' }, random),
        ],
      }
    },
    expects: { 'app.high-risk-approles': 'failed', 'app.owners-on-privileged': 'passed' },
  },
  {
    name: 'every mailbox',
    reason:
      'full_access_as_app is a permission of Exchange Online, not of Graph, and opens every mailbox.',
    patch: (tenant) =>
      withGrant(tenant, { permission: 'full_access_as_app', resource: 'Exchange Online' }),
    expects: each('failed', 'app.high-risk-approles'),
  },
  {
    name: 'every site',
    reason:
      'Sites.FullControl.All of SharePoint Online has an id of its own, and opens every site.',
    patch: (tenant) =>
      withGrant(tenant, { permission: 'Sites.FullControl.All', resource: 'SharePoint Online' }),
    expects: each('failed', 'app.high-risk-approles'),
  },
  {
    name: 'mail over IMAP',
    reason: 'IMAP.AccessAsApp opens only mailboxes that an administrator of Exchange grants.',
    patch: (tenant) =>
      withGrant(tenant, { permission: 'IMAP.AccessAsApp', resource: 'Exchange Online' }),
    expects: each('passed', 'app.high-risk-approles app.owners-on-privileged'),
  },
]

/** The application of the well-kept tenant holds one more permission. */
const withGrant = (
  { applicationGrants, random, servicePrincipals: [principal] }: WellKept,
  grant: Parameters<typeof grantOf>[1],
): Partial<Tenant> => ({
  applicationGrants: [
    ...applicationGrants,
    ...(principal ? [grantOf(principal, grant, random)] : []),
  ],
})
