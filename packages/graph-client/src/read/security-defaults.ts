import { z } from 'zod'

import { flag } from '../engine/fields.ts'

/** Microsoft's basic protection for directories that have no Conditional Access. */
export const SecurityDefaults = z.object({ isEnabled: flag })
export type SecurityDefaults = z.infer<typeof SecurityDefaults>

export const SECURITY_DEFAULTS_PATH = '/policies/identitySecurityDefaultsEnforcementPolicy'
