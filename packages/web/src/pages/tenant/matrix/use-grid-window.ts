import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

import { windowAt } from './matrix-layout.ts'
import type { GridWindow, MatrixLayout } from './matrix-layout.ts'

const NOWHERE = { scrollTop: 0, scrollLeft: 0, clientHeight: 0, clientWidth: 0 }

/** Which rows and columns are to be drawn where the box stands. */
export function useGridWindow(
  scroller: RefObject<HTMLElement | null>,
  layout: MatrixLayout,
  columns: number,
): GridWindow {
  const [shown, setShown] = useState(() =>
    windowAt(NOWHERE, layout, { columns, direction: 'down' }),
  )

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    let { scrollLeft, scrollTop } = box
    const follow = () => {
      const direction = box.scrollLeft === scrollLeft ? 'down' : 'sideways'
      const stepPx = box.scrollTop - scrollTop
      scrollLeft = box.scrollLeft
      scrollTop = box.scrollTop
      const next = windowAt(box, layout, { columns, direction, stepPx })
      setShown((last) => (isSame(last, next) ? last : next))
    }
    // In the frame of the scroll itself: a later one would show the place empty.
    const followNow = () => flushSync(follow)
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(box)
    box.addEventListener('scroll', followNow, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', followNow)
    }
  }, [scroller, layout, columns])

  return shown
}

function isSame(a: GridWindow, b: GridWindow): boolean {
  return (
    a.firstRow === b.firstRow &&
    a.endRow === b.endRow &&
    a.firstColumn === b.firstColumn &&
    a.endColumn === b.endColumn
  )
}
