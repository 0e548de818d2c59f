import type { Check } from '../define-check.ts'
import { accessLevel } from './access-level.ts'
import { invites } from './invites.ts'
import { xtapDefault } from './xtap-default.ts'

/** What guests and other organizations may do by default. */
export const GUEST_CHECKS: readonly Check[] = [accessLevel, invites, xtapDefault]
