import { showToast } from '../lib/toasts.ts'

/** Puts a text on the clipboard and says how that went; browsers allow it only on secure pages. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    showToast({ intent: 'error', title: 'Copy Failed', text: 'Please select and copy manually.' })
    return false
  }
  showToast({ intent: 'success', title: 'Copied to Clipboard' })
  return true
}
