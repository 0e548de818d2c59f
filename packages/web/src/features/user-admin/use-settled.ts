import { useEffect, useState } from 'react'

/** Each answer comes from Microsoft: asked once somebody has stopped typing. */
const TYPING_MS = 400

/** The text once nobody has changed it for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
