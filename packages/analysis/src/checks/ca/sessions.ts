import type { PolicyFacts } from '../facts.ts'

/** Returns after how many hours a new sign-in is asked for, 0 for every time; null when it is not set. */
export function signInFrequencyHours({ sessionControls }: PolicyFacts): number | null {
  const frequency = sessionControls?.signInFrequency
  if (frequency?.isEnabled !== true) return null
  if (frequency.frequencyInterval === 'everyTime') return 0
  const value = frequency.value ?? null
  if (value === null) return null
  if (frequency.type === 'hours') return value
  return frequency.type === 'days' ? value * 24 : null
}

export const isAskedEveryTime = (policy: PolicyFacts): boolean => signInFrequencyHours(policy) === 0

/** Returns whether browsers must forget the session when they are closed. */
export function isBrowserNeverPersistent({ sessionControls }: PolicyFacts): boolean {
  const persistent = sessionControls?.persistentBrowser
  return persistent?.isEnabled === true && persistent.mode === 'never'
}
