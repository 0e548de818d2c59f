import { useEffect, useState } from 'react'

/** Returns the text after it has not changed for a moment, to avoid a request per letter; an empty text at once. */
export function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return settled
}
