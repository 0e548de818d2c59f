import type { Check } from '../define-check.ts'
import { publicGroups } from './public.ts'

/** Groups whose content is open. */
export const GRP_CHECKS: readonly Check[] = [publicGroups]
