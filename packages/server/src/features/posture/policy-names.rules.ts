import { builtInRoleName } from '@tenantscope/analysis/directory-roles'
import { POLICY_OBJECT_KINDS } from '@tenantscope/analysis/policy-sections'
import type { NameOf, PolicyObjectKind } from '@tenantscope/analysis/policy-sections'

export interface NamedObject {
  readonly id: string
  readonly name: string | null
}

export type NamedObjects = Readonly<Record<PolicyObjectKind, readonly NamedObject[]>>

/** Built-in roles have a name also where no definition is stored. */
export function nameOfStored(names: NamedObjects): NameOf {
  const nameByKey = new Map(
    POLICY_OBJECT_KINDS.flatMap((kind) =>
      names[kind].map(({ id, name }) => [`${kind} ${id.toLowerCase()}`, name] as const),
    ),
  )
  return (kind, id) => {
    const builtIn = kind === 'role' ? builtInRoleName(id) : undefined
    return nameByKey.get(`${kind} ${id.toLowerCase()}`) ?? builtIn
  }
}
