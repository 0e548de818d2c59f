import { useState } from 'react'

/** What a dialog is about, or was about last: its words stay while it fades out. Null: nothing yet. */
export function useLastShown<T>(shown: T | null): T | null {
  const [last, setLast] = useState(shown)
  if (shown !== null && shown !== last) setLast(shown)
  return last
}
