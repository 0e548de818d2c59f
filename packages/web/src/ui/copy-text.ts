import { COPIED_MS } from '@tenantscope/contract/limits'
import { useEffect, useState } from 'react'

import { showToast } from '../lib/toasts.ts'

/** The texts of most screens in the specification (section 8); some screens differ. */
const WORDS = { copied: 'Copied to Clipboard', failed: 'Copy Failed' }

export type CopyWords = typeof WORDS

/** The texts of the app registration's screens (specification section 2, Azure Redirect URI Setup). */
export const SETUP_COPY_WORDS: CopyWords = { copied: 'Copied to clipboard', failed: 'Copy failed' }

/** Copies a text to the clipboard and shows the result; browsers allow it only on secure pages. */
export async function copyText(text: string, words: CopyWords = WORDS): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    showToast({ intent: 'error', title: words.failed, text: 'Please select and copy manually.' })
    return false
  }
  showToast({ intent: 'success', title: words.copied })
  return true
}

/** Copies a text, and returns for a moment that it was copied. */
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
