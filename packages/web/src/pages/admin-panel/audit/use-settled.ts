import { useEffect, useState } from 'react'

const SETTLED_MS = 250

/** A value once it has not changed for a moment, so that not every letter is a question to the server. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
