import type { PolicyProfile } from './policies.ts'

/** How well a directory is kept, beyond its Conditional Access. */
export type Care = 'good' | 'fair' | 'poor'

/** A directory with good Conditional Access has good settings elsewhere too. */
export function careOf(profile: PolicyProfile): Care {
  if (profile === 'good') return 'good'
  return profile === 'fair' || profile === 'report-only' ? 'fair' : 'poor'
}
