import { roleNamesOf } from './world/roles.ts'
import type { Tenant, World } from './world/types.ts'

/** What somebody needs to connect the app under test, and whom they can sign in as. */
export function describeRegistration({ registration, partner }: World) {
  return {
    ...registration,
    tenantId: partner.id,
    people: partner.people.map((person) => ({
      oid: person.id,
      name: person.displayName,
      userPrincipalName: person.userPrincipalName,
      roles: roleNamesOf(person.roleTemplateIds),
    })),
  }
}

/** The directories by name, each with what it is there to show. */
export function describeTenants({ tenants }: World) {
  return tenants.map(({ id, displayName, defaultDomainName, kind, story }) => ({
    tenantId: id,
    displayName,
    defaultDomainName,
    kind,
    story,
  }))
}

/** A directory as data, for whoever judges what was read of it; the journal only by its length. */
export function describeDirectory({ journal, ...tenant }: Tenant) {
  return { ...tenant, journalLength: journal.length }
}
