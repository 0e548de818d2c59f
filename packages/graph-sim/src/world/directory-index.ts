import type { Group, Person, Tenant } from './types.ts'

/** An index of rows by a key; rebuilt when the length of the array no longer matches. */
type Indexes<Row> = WeakMap<readonly Row[], Map<string, Row>>

const peopleById: Indexes<Person> = new WeakMap()
const peopleByName: Indexes<Person> = new WeakMap()
const groupsById: Indexes<Group> = new WeakMap()

const idOf = ({ id }: { readonly id: string }) => id
const nameOf = ({ userPrincipalName }: Person) => userPrincipalName.toLowerCase()

/** O(1), so that a directory of any size can be read person by person. */
export function findPerson({ people }: Tenant, id: string): Person | undefined {
  return indexed(peopleById, people, idOf).get(id.toLowerCase())
}

/** By userPrincipalName, in whatever case. */
export function findPersonNamed({ people }: Tenant, name: string): Person | undefined {
  return indexed(peopleByName, people, nameOf).get(name.toLowerCase())
}

export function findGroup({ groups }: Tenant, id: string): Group | undefined {
  return indexed(groupsById, groups, idOf).get(id.toLowerCase())
}

export function insertPerson({ people }: Tenant, person: Person): void {
  const [byId, byName] = [indexed(peopleById, people, idOf), indexed(peopleByName, people, nameOf)]
  people.push(person)
  byId.set(person.id, person)
  byName.set(nameOf(person), person)
}

/** Removes them from the directory, in their order there. */
export function withdrawPeople(tenant: Tenant, ids: ReadonlySet<string>): Person[] {
  const withdrawn = tenant.people.filter((person) => ids.has(person.id))
  const [byId, byName] = [
    indexed(peopleById, tenant.people, idOf),
    indexed(peopleByName, tenant.people, nameOf),
  ]
  for (const person of withdrawn) {
    tenant.people.splice(tenant.people.indexOf(person), 1)
    byId.delete(person.id)
    byName.delete(nameOf(person))
  }
  return withdrawn
}

export function renamePerson({ people }: Tenant, person: Person, name: string): void {
  const byName = indexed(peopleByName, people, nameOf)
  byName.delete(nameOf(person))
  person.userPrincipalName = name
  byName.set(nameOf(person), person)
}

export function insertGroup({ groups }: Tenant, group: Group): void {
  const byId = indexed(groupsById, groups, idOf)
  groups.push(group)
  byId.set(group.id, group)
}

export function withdrawGroup({ groups }: Tenant, group: Group): void {
  const byId = indexed(groupsById, groups, idOf)
  groups.splice(groups.indexOf(group), 1)
  byId.delete(group.id)
}

function indexed<Row>(
  indexes: Indexes<Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Row> {
  const known = indexes.get(rows)
  if (known?.size === rows.length) return known
  const fresh = new Map(rows.map((row) => [keyOf(row), row]))
  indexes.set(rows, fresh)
  return fresh
}
