import { useEffect, useState } from 'react'

/**
 * The text once nobody has changed it for a moment, so that not every letter is a question to the server;
 * an emptied one at once.
 */
export function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return settled
}
