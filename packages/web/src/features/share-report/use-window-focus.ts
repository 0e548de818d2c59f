import { useEffect, useEffectEvent } from 'react'

/** Calls the handler whenever the reader comes back to this window. */
export function useWindowFocus(handle: () => void): void {
  const onFocus = useEffectEvent(handle)
  useEffect(() => {
    const listener = () => onFocus()
    window.addEventListener('focus', listener)
    return () => window.removeEventListener('focus', listener)
  }, [])
}
