import type { KeyboardEvent } from 'react'

/** Keeps Enter in a search box from saving the form around it. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}
