import { roleNamesOf } from './world/roles.ts'
import type { Tenant, World } from './world/types.ts'

/** Describes how to connect the app under test, and the users who can sign in. */
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

/** Returns a directory as data, to compare with what was read of it; the journal only by its length. */
export function describeDirectory({ journal, ...tenant }: Tenant) {
  return { ...tenant, journalLength: journal.length }
}
