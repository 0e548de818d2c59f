import { useState } from 'react'

/** Returns the current or last value, so that a dialog keeps its texts while it fades out; null: none yet. */
export function useLastShown<T>(shown: T | null): T | null {
  const [last, setLast] = useState(shown)
  if (shown !== null && shown !== last) setLast(shown)
  return last
}
