import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

import { Mark } from '../../ui/mark.tsx'

/**
 * The heading of what has just replaced something else. It takes the focus when that took it away, so
 * that a screen reader says what is there now.
 */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

/** Who keeps the report, and small, with what. */
export function ProductFoot({ text = null }: { text?: string | null }) {
  return (
    <footer className="foot">
      {text !== null && (
        <p>
          <bdi>{text}</bdi>
        </p>
      )}
      <p className="product">
        <Mark size={16} />
        Created with Tenantscope
      </p>
    </footer>
  )
}
