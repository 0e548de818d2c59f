const STOPS = 'a[href], button'

/**
 * Makes the buttons and links in an element one stop of the Tab key, as `ref` of the element: the arrow keys, Home and
 * End move between them (WAI-ARIA toolbar pattern). The stop is the button that had the focus last.
 */
export function oneTabStop(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined
  let stop: HTMLElement | undefined
  const settle = () => {
    const buttons = buttonsIn(element)
    if (stop === undefined || !buttons.includes(stop)) stop = buttons[0]
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
  }
  const onFocus = ({ target }: FocusEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(STOPS) : null
    if (button === null) return
    stop = button
    settle()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (stop === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const buttons = buttonsIn(element)
    const next = targetOf(event.key, buttons.indexOf(stop), buttons.length)
    if (next === undefined || event.target !== stop) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  const observer = new MutationObserver(settle)
  observer.observe(element, { childList: true, subtree: true })
  element.addEventListener('focusin', onFocus)
  element.addEventListener('keydown', onKeyDown)
  settle()
  return () => {
    observer.disconnect()
    element.removeEventListener('focusin', onFocus)
    element.removeEventListener('keydown', onKeyDown)
  }
}

function buttonsIn(element: HTMLElement): HTMLElement[] {
  return Array.from(element.querySelectorAll<HTMLElement>(STOPS))
}

function targetOf(key: string, index: number, count: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowRight: (index + 1) % count,
    ArrowLeft: (index + count - 1) % count,
    Home: 0,
    End: count - 1,
  }
  return targets[key]
}
