import { useSyncExternalStore } from 'react'

let isPrinting = false

/** Whether the page is being laid out for paper. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(followPrinting, () => isPrinting)
}

function followPrinting(listener: () => void): () => void {
  const set = (value: boolean) => {
    isPrinting = value
    listener()
  }
  // The events come before the layout; the media query knows of previews that send none.
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
