import type { Check } from '../define-check.ts'
import { dkim } from './dkim.ts'
import { dmarc } from './dmarc.ts'
import { spf } from './spf.ts'

/** The public records of domains that receive mail. */
export const DNS_CHECKS: readonly Check[] = [spf, dmarc, dkim]
