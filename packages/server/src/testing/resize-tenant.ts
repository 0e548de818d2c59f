import { addPerson, removePeople } from '@tenantscope/graph-sim/world/change-people'
import { renameTenant } from '@tenantscope/graph-sim/world/change-tenant'
import type { Tenant } from '@tenantscope/graph-sim/world/types'

/** Makes people, seats and the name of a simulated tenant carry one and the same number. */
export function resizeTenant(tenant: Tenant, size: number): void {
  const [person] = tenant.people
  const [subscription] = tenant.subscriptions
  if (!person || !subscription) throw new Error('The simulated tenant is empty')
  removePeople(
    tenant,
    tenant.people.map(({ id }) => id),
  )
  for (let index = 0; index < size; index += 1)
    addPerson(tenant, {
      ...person,
      id: `${person.id.slice(0, -6)}${String(index).padStart(6, '0')}`,
      userPrincipalName: `person-${index}@${tenant.defaultDomainName}`,
      // Groups choose their members by it, and give them licenses.
      department: null,
      licenses: [],
      roleTemplateIds: [],
    })
  renameTenant(tenant, `Size ${size}`)
  tenant.subscriptions = [{ ...subscription, enabled: size, warning: 0 }]
}
