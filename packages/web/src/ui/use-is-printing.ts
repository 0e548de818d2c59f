import { useSyncExternalStore } from 'react'

let isPrinting = false

/** Returns whether the page is being printed. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(followPrinting, () => isPrinting)
}

function followPrinting(listener: () => void): () => void {
  const set = (value: boolean) => {
    isPrinting = value
    listener()
  }
  // The events come before the layout; the media query covers previews that send none.
  const media = matchMedia('print')
  const onBefore = () => set(true)
  const onAfter = () => set(false)
  const onMedia = () => set(media.matches)
  window.addEventListener('beforeprint', onBefore)
  window.addEventListener('afterprint', onAfter)
  media.addEventListener('change', onMedia)
  return () => {
    window.removeEventListener('beforeprint', onBefore)
    window.removeEventListener('afterprint', onAfter)
    media.removeEventListener('change', onMedia)
  }
}
