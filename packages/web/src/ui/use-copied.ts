import { COPIED_MS } from '@tenantscope/contract/limits'
import { useEffect, useState } from 'react'

import { copyText } from './copy-text.ts'
import type { CopyWords } from './copy-text.ts'

/** Copies a text, and knows for a moment that it did. */
export function useCopied(
  text: string,
  words?: CopyWords,
): { isCopied: boolean; copy: () => void } {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => setIsCopied(await copyText(text, words))
  return { isCopied, copy: () => void copy() }
}
