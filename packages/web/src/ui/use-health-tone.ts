import { connectionRefusal } from '../lib/connection-refusal.ts'
import { useStore } from '../lib/store.ts'
import type { StatusTone } from './status-label.tsx'

/** Returns the tone of a tenant's mark: while Microsoft refuses the connection, none is marked healthy. */
export function useHealthTone(tone: StatusTone): StatusTone {
  const isRefused = useStore(connectionRefusal) !== null
  return isRefused && tone === 'good' ? 'unknown' : tone
}
