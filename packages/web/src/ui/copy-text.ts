import { showToast } from '../lib/toasts.ts'

/** How the specification has it said on most screens (section 8); others write it differently. */
const WORDS = { copied: 'Copied to Clipboard', failed: 'Copy Failed' }

export type CopyWords = typeof WORDS

/** The same on the screens of the app registration (specification section 2, Azure Redirect URI Setup). */
export const SETUP_COPY_WORDS: CopyWords = { copied: 'Copied to clipboard', failed: 'Copy failed' }

/** Puts a text on the clipboard and says how that went; browsers allow it only on secure pages. */
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
