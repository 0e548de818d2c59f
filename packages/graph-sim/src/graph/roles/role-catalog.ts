import { ROLE_TEMPLATES } from '../../world/roles.ts'

/** A directory role that Microsoft defines. */
export interface RoleTemplate {
  readonly id: string
  readonly displayName: string
}

/** Every role of the simulated Microsoft, by name. */
export const ROLE_CATALOG: readonly RoleTemplate[] = Object.entries(ROLE_TEMPLATES)
  .map(([displayName, id]) => ({ id, displayName }))
  .toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'en'))
