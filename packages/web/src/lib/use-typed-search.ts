import { useEffect, useEffectEvent, useState } from 'react'

/** Browsers limit how often an address may change; typing changes it after this pause. */
const TYPING_MS = 250

/**
 * Holds the text of a search field whose words are in the address. `onSearch` is called after a pause in
 * typing. The text follows an address that changes by itself.
 */
export function useTypedSearch(q: string, onSearch: (q: string) => void) {
  const [text, setText] = useState(q)
  const [sent, setSent] = useState(q)
  const [seen, setSeen] = useState(q)
  if (q !== seen) {
    setSeen(q)
    if (q !== sent) {
      setSent(q)
      setText(q)
    }
  }
  const send = useEffectEvent((words: string) => {
    setSent(words)
    onSearch(words)
  })
  const words = text.trim()
  useEffect(() => {
    if (words === sent) return undefined
    const timer = setTimeout(() => send(words), TYPING_MS)
    return () => clearTimeout(timer)
  }, [words, sent])
  return [text, setText] as const
}
