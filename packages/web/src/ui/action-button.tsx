import { Button } from '@fluentui/react-components'
import type { ButtonProps } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import type { MouseEvent as ReactMouseEvent, ReactNode } from 'react'

interface ActionButtonProps extends Pick<
  ButtonProps,
  'id' | 'appearance' | 'size' | 'className' | 'icon' | 'title'
> {
  type?: 'submit'
  children: ReactNode
  /** The id of the form that it submits. */
  form?: string
  'aria-label'?: string
  'aria-describedby'?: string
  /** While the action runs, clicks do nothing. */
  isBusy: boolean
  /** The action is not possible now. */
  isOff?: boolean
  /** Shown in place of the children while the action runs. */
  busyLabel?: string
  /** Absent for a form's submit button. */
  onClick?: (event: ReactMouseEvent<HTMLElement>) => void
}

/**
 * A button whose action runs once: a second click does nothing, neither during the action nor right after
 * it, when another button may be at the same place. It keeps the focus while the action runs.
 */
export function ActionButton(props: ActionButtonProps) {
  const { isBusy, isOff = false, busyLabel, onClick, children, ...button } = props
  const guard = useClickGuard(isBusy)
  return (
    <Button
      {...button}
      disabledFocusable={isBusy || isOff}
      onClick={(event: ReactMouseEvent<HTMLElement>) => {
        guard(event)
        onClick?.(event)
      }}
    >
      {isBusy ? (busyLabel ?? children) : children}
    </Button>
  )
}

/** Returns a function that takes the first click of an action, and ignores a second one while the action runs and right after it. */
export function useClickGuard(isBusy: boolean): (event: ReactMouseEvent<HTMLElement>) => void {
  const guard = useRef<ReturnType<typeof guardAgainstSecondClick>>(null)
  useEffect(() => {
    if (!isBusy) return undefined
    guard.current?.hold()
    return () => guard.current?.release()
  }, [isBusy])
  return (event) => {
    guard.current = guardAgainstSecondClick(event)
  }
}

/** How long after an action a click at the same place belongs to the same double click. */
export const DOUBLE_CLICK_MS = 500
/** How far a pointer moves between the two clicks of a double click, in pixels. */
const SAME_PLACE_PX = 12

type Place = Pick<MouseEvent, 'clientX' | 'clientY'>

/**
 * Ignores the second click of a double click, also where something else has come to its place: until
 * `release` after a `hold`, and then for the time of a double click. The guard ends earlier when the
 * pointer moves, a key is pressed or a value changes.
 */
function guardAgainstSecondClick(first: Place) {
  const guard = new AbortController()
  const { signal } = guard
  const options = { capture: true, signal }
  let timer: ReturnType<typeof setTimeout> | undefined
  const hold = () => clearTimeout(timer)
  const release = () => {
    hold()
    timer = setTimeout(() => guard.abort(), DOUBLE_CLICK_MS)
  }
  const endElsewhere = (event: MouseEvent) => {
    if (isKnown(event) && isKnown(first) && !isSamePlace(first, event)) guard.abort()
  }
  const ignore = (event: MouseEvent) => {
    // A keyboard's click has no count.
    const isSecond =
      event.detail > 1 || (event.detail === 1 && isKnown(first) && isSamePlace(first, event))
    if (!isSecond) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // The first click has passed the window already.
  window.addEventListener('click', ignore, options)
  window.addEventListener('pointermove', endElsewhere, options)
  for (const type of ['keydown', 'input'])
    window.addEventListener(type, () => guard.abort(), options)
  release()
  return { hold, release }
}

/** Clicks of keyboards and assistive technology have no place. */
function isKnown({ clientX, clientY }: Place): boolean {
  return clientX !== 0 || clientY !== 0
}

function isSamePlace(first: Place, { clientX, clientY }: Place): boolean {
  return Math.hypot(clientX - first.clientX, clientY - first.clientY) <= SAME_PLACE_PX
}
