import type { Tenant } from '../world/types.ts'
import { APPLICATION_STORIES } from './applications.ts'
import { CONDITIONAL_ACCESS_STORIES } from './conditional-access.ts'
import { EXCLUSION_STORIES } from './exclusions.ts'
import { HYGIENE_STORIES } from './hygiene.ts'
import { LICENSE_STORIES } from './licenses.ts'
import { MFA_STORIES } from './mfa-policies.ts'
import { READING_STORIES } from './readings.ts'
import { ROLE_STORIES } from './roles.ts'
import { SETTING_STORIES } from './settings.ts'
import type { PostureStory } from './story.ts'
import { WELL_KEPT_STORY } from './well-kept-story.ts'
import { wellKept } from './well-kept.ts'

/** Tenants whose posture is known beforehand. */
export const POSTURE_STORIES: readonly PostureStory[] = [
  WELL_KEPT_STORY,
  ...CONDITIONAL_ACCESS_STORIES,
  ...MFA_STORIES,
  ...EXCLUSION_STORIES,
  ...ROLE_STORIES,
  ...SETTING_STORIES,
  ...APPLICATION_STORIES,
  ...HYGIENE_STORIES,
  ...LICENSE_STORIES,
  ...READING_STORIES,
]

/** The directory of a story, and the account that is to be declared in the product; null: none. */
interface PreparedStory {
  readonly tenant: Tenant
  readonly emergencyAccountId: string | null
}

export function tenantOfStory({ name, patch, isDeclared = true }: PostureStory): PreparedStory {
  const base = wellKept(name)
  const {
    personById,
    emergencyGroupId: _group,
    officeId: _office,
    countriesId: _countries,
    random: _random,
    ...tenant
  } = base
  return {
    tenant: { ...tenant, ...patch?.(base) },
    emergencyAccountId: isDeclared ? personById.glass : null,
  }
}
