import { useState } from 'react'
import type { KeyboardEvent } from 'react'

interface WordEntry {
  words: readonly string[]
  /** Returns why a word is not added, for display. */
  refusalOf: (word: string, words: readonly string[]) => string | undefined
  onChange: (words: readonly string[]) => void
}

/** The text box of a list of words: Enter, and leaving it, add what was typed. */
export function useWordEntry({ words, refusalOf, onChange }: WordEntry) {
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const add = () => {
    const word = text.trim()
    if (word === '') return
    const refused = refusalOf(word, words)
    setRefusal(refused)
    if (refused !== undefined) return
    onChange([...words, word])
    setText('')
  }
  const input = {
    value: text,
    autoComplete: 'off',
    onChange: (_: unknown, { value }: { value: string }) => {
      setText(value)
      setRefusal(undefined)
    },
    onKeyDown: (event: KeyboardEvent) => {
      // Enter also chooses a character while one is being composed.
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
      event.preventDefault()
      add()
    },
    // Adds typed text, which would be lost with the next button.
    onBlur: add,
  }
  return { input, refusal, add }
}
