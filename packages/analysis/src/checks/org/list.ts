import type { Check } from '../define-check.ts'
import { quota } from './quota.ts'
import { techContact } from './tech-contact.ts'

/** The organization itself. */
export const ORG_CHECKS: readonly Check[] = [quota, techContact]
